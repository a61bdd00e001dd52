import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killWriter, runs } from '@toolyard/testing';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';

const KILLS = runs(60, 10);
const LINES = 2000;

/** Replaces a whole note as fast as it can; each text has one number on all its lines, so a mixture would show. */
const PROGRAM = `
import { createNoteFile } from './create-note-file.ts';

async function run() {
  const note = createNoteFile(process.argv[2]);
  for (let count = 0; ; count++) {
    await note.update(() => (count + '\\n').repeat(${LINES}));
    process.stdout.write('.');
  }
}
void run();
`;

it('leaves the old note or the new one when its writer is killed', { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-killed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, 'program.cjs');
  const stdin = { contents: PROGRAM, resolveDir: import.meta.dirname, loader: 'ts' } as const;
  const resolved = { conditions: ['@toolyard/source'], mainFields: ['module', 'main'] };
  await build({ stdin, outfile: program, bundle: true, platform: 'node', format: 'cjs', ...resolved, minify: true });
  const note = join(folder, 'note.md');
  await writeFile(note, 'old\n'.repeat(LINES));
  for (let kills = 0; kills < KILLS; kills++) {
    await killWriter(program, note, 12);
    const lines = (await readFile(note, 'utf8')).split('\n');
    expect(lines).toHaveLength(LINES + 1);
    expect(new Set(lines).size).toBe(2);
  }
});
