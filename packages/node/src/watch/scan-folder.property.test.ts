import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { runs } from '@toolyard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateRepository } from '../git/locate-repository.ts';
import { createPacer } from './create-pacer.ts';
import { scanFolder } from './scan-folder.ts';
import { readRootRules } from './read-root-rules.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'toolyard-look-'));
  git('init', '-q');
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

function git(...args: string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  return execFileSync('git', ['-C', root, ...args], { env, encoding: 'utf8' });
}

async function fill(files: Readonly<Record<string, string>>): Promise<void> {
  for (const name of await readdir(root)) if (name !== '.git') await rm(join(root, name), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

async function look(): Promise<string[]> {
  const options = { root, arm: () => undefined, isOver: () => false, pacer: createPacer(5) };
  const rules = await readRootRules(root, await locateRepository(root));
  const scan = await scanFolder(options, { path: '', identity: '', rules });
  return [...scan.files.keys()].toSorted();
}

/** What git would offer to add. */
function offered(): string[] {
  const paths = git('ls-files', '--others', '--exclude-standard', '-z').split('\0');
  return paths.filter(Boolean).toSorted();
}

const name = fc.constantFrom('a', 'b', 'c.x', 'd e', 'B');
const segment = fc.constantFrom(
  'a',
  'b',
  'c.x',
  '*',
  '*.x',
  '?',
  '[ab]',
  '[!a]',
  '**',
  'd e',
  'd\\ e',
  '\\b',
  'c.*',
  'B',
);
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '!', '!'),
    fc.constantFrom('', '', '/'),
    fc.array(segment, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '/', ' ', '/ '),
  )
  .map(([sign, start, parts, end]) => `${sign}${start}${parts.join('/')}${end}`);
const rules = fc.array(fc.oneof({ weight: 8, arbitrary: pattern }, fc.constantFrom('# no rule', '', '\\#x', '\\!a')), {
  maxLength: 4,
});
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => [...names, 'file'].join('/'));

describe('scanFolder', () => {
  it('sees what git sees, with rules on all levels', async () => {
    const trees = fc.record({
      files: fc.array(fc.tuple(path, fc.constantFrom('', 'a', '.x')), { minLength: 1, maxLength: 12 }),
      ignores: fc.dictionary(fc.constantFrom('', 'a/', 'b/', 'a/b/', 'a/a/', 'b/a/'), rules, { maxKeys: 3 }),
      exclude: rules,
    });
    await fc.assert(
      fc.asyncProperty(trees, async ({ files, ignores, exclude }) => {
        const texts = Object.entries(ignores).map(([folder, lines]) => [`${folder}.gitignore`, lines.join('\n')]);
        await fill({
          ...Object.fromEntries(files.map(([file, end]) => [`${file}${end}`, ''])),
          ...Object.fromEntries(texts),
          '.git/info/exclude': exclude.join('\n'),
        });
        expect(await look()).toEqual(offered());
      }),
      { numRuns: runs(60, 12) },
    );
  }, 120_000);

  it.each<[what: string, files: Record<string, string>]>([
    [
      'a folder that a deeper file takes back in',
      { '.gitignore': 'b/', 'a/.gitignore': '!b/', 'a/b/x': '', 'b/x': '' },
    ],
    [
      'a file in such a folder',
      { '.gitignore': 'b', 'a/.gitignore': '!b/', 'a/b/b': '', 'a/b/x': '', 'a/b/c/b/y': '' },
    ],
    ['a folder with a strange name', { '.gitignore': '*', 'a [1]/x': '', 'a [1]/.gitignore': '!x' }],
    ['all but one kind', { '.gitignore': '*\n!*/\n!*.md', 'a/b/c.md': '', 'a/b/c.ts': '' }],
    ['a file whose folder is left out', { '.gitignore': 'a/\n!a/b', 'a/b': '', 'c/a': '' }],
    [
      'a text with a mark of its encoding and the ends of lines of Windows',
      { '.gitignore': '\uFEFFa\r\nb\r\n', a: '', b: '', c: '' },
    ],
  ])('sees what git sees: %s', async (_what, files) => {
    await fill({ '.git/info/exclude': '', ...files });
    expect(await look()).toEqual(offered());
  });

  it('sees the rules of the repository in a further working tree', async () => {
    await fill({ 'a.md': '', '.git/info/exclude': '*.log' });
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
    git('add', 'a.md');
    git(...author, 'commit', '-qm', 'first');
    const further = join(root, 'further');
    git('worktree', 'add', '-q', further);
    await writeFile(join(further, 'x.log'), '');
    const place = await locateRepository(further);
    expect(place).toEqual({
      root: further,
      gitDir: join(root, '.git', 'worktrees', 'further'),
      commonDir: join(root, '.git'),
    });
    const options = { root: further, arm: () => undefined, isOver: () => false, pacer: createPacer(5) };
    const scan = await scanFolder(options, { path: '', identity: '', rules: await readRootRules(further, place) });
    expect([...scan.files.keys()]).toEqual(['a.md']);
  });
});
