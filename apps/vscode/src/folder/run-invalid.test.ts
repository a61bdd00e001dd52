import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fixturePath } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createTestFolder, untilState } from '../../test/fakes/create-test-folder.ts';

function noteWith(id: string, toolName: string, ...parameterMappings: readonly object[]): object {
  const parameters = { serverId: 'it', toolName, parameterMappings };
  return { id, trigger: { event: 'manual' }, action: { type: 'mcp', parameters } };
}

const literal = (toolParam: string, value: unknown): object => ({ toolParam, source: 'literal', value });

it('calls nothing for hooks whose tool is gone, whose values do not fit the schema, or whose server is gone', async () => {
  const made = await createTestFolder();
  const record = join(made.home, 'calls.jsonl');
  const it = { command: process.execPath, args: [fixturePath('records-calls.mjs')], env: { RECORD: record } };
  const configure = (servers: object): Promise<void> =>
    writeFile(join(made.path, 'toolyard.json'), JSON.stringify({ mcpServers: servers }));
  await configure({ it });
  await made.writeHooks([
    noteWith('gone', 'shout', literal('text', 'a')),
    noteWith('unset', 'note', literal('count', 1)),
    noteWith('wrong', 'note', literal('text', 'a'), literal('tags', { not: 'a list' })),
  ]);
  const folder = made.open();
  await folder.openYard({ mayAsk: true });
  await folder.lookForServers({ afresh: true });
  expect(folder.state().hooks.map(({ state }) => state)).toEqual(['invalid', 'invalid', 'invalid']);
  for (const { resolved } of folder.state().hooks) await folder.approve(resolved);
  await untilState(folder, ({ duty }) => duty.kind === 'here');

  const ended = await Promise.all(['gone', 'unset', 'wrong'].map((id) => folder.run(id)));
  expect(ended.flat()).toMatchObject([
    { hook: 'gone', status: 'error', reason: 'server "it" has no tool "shout"', attempts: 0 },
    { hook: 'unset', status: 'error', reason: expect.stringContaining('text'), attempts: 0 },
    { hook: 'wrong', status: 'error', reason: expect.stringContaining('tags'), attempts: 0 },
  ]);

  await configure({});
  await untilState(folder, ({ hooks }) => hooks.every(({ state }) => state === 'invalid: unknown server'));
  // What was approved was approved together with its server.
  await expect(folder.run('gone')).rejects.toMatchObject({ code: 'config-not-approved' });
  expect(existsSync(record)).toBe(false);
});
