import { spawnSync } from 'node:child_process';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { readNoteYaml } from './read-note-yaml.ts';

const DEEP = ['- ', '? ', '[', '{a: ', '- ? ', '? - '];

/** In this order: a stack that the first fills makes the regular expressions of the next end the process. */
const PROGRAM = `
import { readNoteYaml } from './read-note-yaml.ts';
for (const part of ${JSON.stringify(DEEP)}) {
  for (const count of [2000, 20_000]) console.log(readNoteYaml(part.repeat(count)).issues[0]?.message);
}
`;

describe('readNoteYaml', () => {
  it('bears texts of any depth, one after the other in one process', () => {
    const [built] = buildSync({
      stdin: { contents: PROGRAM, resolveDir: import.meta.dirname },
      bundle: true,
      platform: 'node',
      conditions: ['@toolyard/source'],
      mainFields: ['module', 'main'],
      write: false,
    }).outputFiles;
    const { status, stdout } = spawnSync(process.execPath, ['-'], { input: built?.text ?? '', encoding: 'utf8' });
    const expected = DEEP.flatMap(() => Array.from({ length: 2 }, () => 'nested more than 64 levels deep\n')).join('');
    expect({ status, stdout }).toEqual({ status: 0, stdout: expected });
  });

  it('reads 64 levels, of lists, mappings and keys, and not one more', () => {
    expect(readNoteYaml('- '.repeat(64) + 'a')).toMatchObject({ issues: [] });
    expect(readNoteYaml('{a: '.repeat(64) + 'b' + '}'.repeat(64))).toMatchObject({ issues: [] });
    const deeper = { issues: [{ message: 'nested more than 64 levels deep' }] };
    expect(readNoteYaml('- '.repeat(65) + 'a')).toMatchObject(deeper);
    expect(readNoteYaml('? '.repeat(65) + 'a')).toMatchObject(deeper);
  });
});
