import { lstat, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { GitPlace } from './find-git.ts';
import { addRules, createIgnoreTest, type IgnoreRules } from './ignore-rules.ts';

const NO_RULES: IgnoreRules = { outer: '', levels: [] };

/** The text of a `.gitignore`; nothing where there is none. Like git it follows no link. */
export async function readIgnoreFile(file: string): Promise<string | undefined> {
  const stats = await lstat(file).catch(() => undefined);
  return stats?.isFile() ? await readFile(file, 'utf8').catch(() => undefined) : undefined;
}

/** The rules that hold at the root of a tree before its own `.gitignore` is read. */
export async function readRootRules(root: string, git: GitPlace | undefined): Promise<IgnoreRules> {
  // A tree that its repository leaves out is a tree of its own.
  return (git && (await readOuterRules(root, git))) ?? addRules(NO_RULES, '', 'node_modules/');
}

async function readOuterRules(root: string, git: GitPlace): Promise<IgnoreRules | undefined> {
  const names = relative(git.top, root).split(sep).filter(Boolean);
  const exclude = await readIgnoreFile(join(git.common, 'info', 'exclude'));
  let rules = exclude === undefined ? NO_RULES : addRules(NO_RULES, '', exclude);
  for (const index of names.keys()) {
    const parent = names.slice(0, index).join('/');
    const folder = names.slice(0, index + 1).join('/');
    const text = await readIgnoreFile(join(git.top, parent, '.gitignore'));
    const test = createIgnoreTest(text === undefined ? rules : addRules(rules, parent, text));
    if (test.ignores(folder, true)) return undefined;
    rules = test.rulesIn(folder);
  }
  return { outer: names.map((name) => `${name}/`).join(''), levels: rules.levels };
}
