import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findNotes } from './find-notes.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-notes-'));
  for (const name of ['docs/deep', 'node_modules/x', '.git']) await mkdir(join(folder, name), { recursive: true });
  const files = ['a.md', 'b.txt', 'c[1].md', 'docs/d.md', 'docs/deep/e.markdown', 'node_modules/x/f.md', '.git/g.md'];
  for (const name of files) await writeFile(join(folder, name), '');
});
afterEach(() => rm(folder, { recursive: true }));

it.each([
  [['a.md'], ['a.md']],
  [['b.txt'], ['b.txt']],
  [['c[1].md'], ['c[1].md']],
  [['*.md'], ['a.md', 'c[1].md']],
  [['**/*.md'], ['a.md', 'c[1].md', 'docs/d.md']],
  [['docs/**/*.{md,markdown}'], ['docs/d.md', 'docs/deep/e.markdown']],
  [['docs'], ['docs/d.md', 'docs/deep/e.markdown']],
  [
    ['docs/?.md', 'a.md', './a.md'],
    ['docs/d.md', 'a.md'],
  ],
  [['node_modules/x/f.md'], ['node_modules/x/f.md']],
])('finds what %j means', async (words, expected) => {
  const found = await findNotes(words, folder);
  expect(found.map((file) => relative(folder, file))).toEqual(expected);
});

it.each(['none.md', '*.rst'])('refuses %s, which means nothing', async (word) => {
  await expect(findNotes(['a.md', word], folder)).rejects.toMatchObject({
    code: 'usage',
    message: `No such file: ${word}`,
  });
});

it('says of a folder without notes that it has none', async () => {
  await mkdir(join(folder, 'empty'));
  await expect(findNotes(['empty'], folder)).rejects.toMatchObject({
    code: 'usage',
    message: 'No Markdown files (.md, .markdown) in the folder: empty',
  });
});
