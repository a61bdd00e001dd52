import { lstat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { GitRepository } from '../git/locate-repository.ts';
import { readGitFile } from '../git/read-git-file.ts';
import { addRules, createIgnoreTest, type IgnoreRules } from './ignore-rules.ts';

const NO_RULES: IgnoreRules = { outer: '', levels: [] };

/**
 * What editors and systems leave lying about while a person works: swap files of Vim, locks and unsaved texts of Emacs,
 * copies of old versions, how macOS shows a folder. A `.gitignore` can take them back in, since its rules go before these.
 */
const DROPPINGS = ['.*.sw[a-p]', '.sw[a-p]', '.#*', '\\#*#', '*~', '.DS_Store'].join('\n');

/** The text of a `.gitignore`; nothing where there is none. Like git it follows no link. */
export async function readIgnoreFile(file: string): Promise<string | undefined> {
  const stats = await lstat(file).catch(() => undefined);
  return stats?.isFile() ? await readGitFile(file) : undefined;
}

/** The rules that hold at the root of a tree, a real path, before its own `.gitignore` is read. */
export async function readRootRules(
  root: string,
  repository: GitRepository | undefined,
  globalIgnore?: string,
): Promise<IgnoreRules> {
  // A tree that its repository leaves out is a tree of its own.
  const rules = repository && (await readOuterRules(root, repository, globalIgnore));
  return rules ?? addRules(NO_RULES, '', `${DROPPINGS}\nnode_modules/`);
}

async function readOuterRules(
  root: string,
  repository: GitRepository,
  globalIgnore: string | undefined,
): Promise<IgnoreRules | undefined> {
  const names = relative(repository.root, root).split(sep).filter(Boolean);
  let rules = addRules(NO_RULES, '', await readSharedText(repository, globalIgnore));
  for (const index of names.keys()) {
    const parent = names.slice(0, index).join('/');
    const folder = names.slice(0, index + 1).join('/');
    const text = await readIgnoreFile(join(repository.root, parent, '.gitignore'));
    const test = createIgnoreTest(text === undefined ? rules : addRules(rules, parent, text));
    if (test.ignores(folder, true)) return undefined;
    rules = test.rulesIn(folder);
  }
  return { outer: names.map((name) => `${name}/`).join(''), levels: rules.levels };
}

/** The rules that are in no `.gitignore`; of two that fit the later counts. */
async function readSharedText({ commonDir }: GitRepository, globalIgnore: string | undefined): Promise<string> {
  // People keep their own settings elsewhere and put links to them here, which git follows.
  const ofUser = globalIgnore === undefined ? undefined : await readGitFile(globalIgnore);
  const exclude = await readIgnoreFile(join(commonDir, 'info', 'exclude'));
  return [DROPPINGS, ofUser ?? '', exclude ?? ''].map(withoutMark).join('\n');
}

/** Without the mark of an encoding, which may only stand at the beginning. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
