import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeNewFile } from './write-new-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('numbers the name rather than overwriting a file', async () => {
  const paths = [];
  for (const text of ['one', 'two', 'three']) {
    paths.push(await writeNewFile(folder, 'plot.png', new TextEncoder().encode(text)));
  }
  expect(paths.map((path) => path.slice(folder.length))).toEqual(['/plot.png', '/plot-2.png', '/plot-3.png']);
  expect(await readFile(join(folder, 'plot.png'), 'utf8')).toBe('one');
});
