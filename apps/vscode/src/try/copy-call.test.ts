import { execFileSync } from 'node:child_process';
import { parseHooksFile } from '@toolyard/hooks';
import { describe, expect, it } from 'vitest';
import { copyCall } from './copy-call.ts';

const VALUES = { text: `it's "$HOME" \`x\` \\ !`, list: [1, { a: null }], n: 2 };
const CALL = { server: 'notes', tool: 'add', values: VALUES };

describe('a call that is copied', () => {
  it('is a command that a shell gives to the program as it was', () => {
    const command = copyCall(CALL, 'command', 'linux');
    expect(command).toMatch(/^toolyard call notes:add --args '/);
    const printed = execFileSync('/bin/sh', ['-c', command.replace(/^toolyard call/, String.raw`printf '%s\n'`)], {
      encoding: 'utf8',
    });
    expect(JSON.parse(printed.split('\n')[2] ?? '')).toEqual(VALUES);
    expect(copyCall({ ...CALL, values: {} }, 'command', 'linux')).toBe('toolyard call notes:add');
    expect(copyCall({ ...CALL, values: { a: "it's" } }, 'command', 'win32')).toBe(
      `toolyard call notes:add --args '{"a":"it''s"}'`,
    );
  });

  it('is a hook with fixed values that the engine reads', () => {
    const text = `{"version":1,"hooks":[${copyCall(CALL, 'hook', 'linux')}]}`;
    const { hooks, problems } = parseHooksFile(text, { format: 'json' });
    expect(problems).toEqual([]);
    expect(hooks).toMatchObject([
      { id: 'notes-add', trigger: { event: 'manual' }, action: { parameters: { serverId: 'notes', toolName: 'add' } } },
    ]);
  });

  it('is a tool block of a note', () => {
    expect(copyCall({ ...CALL, values: { n: 2 } }, 'block', 'linux')).toBe('```notes\ntool: add\nn: 2\n```\n');
    expect(copyCall({ ...CALL, server: 'python', values: {} }, 'block', 'linux')).toBe(
      '```mcp\nserver: python\ntool: add\n```\n',
    );
  });
});
