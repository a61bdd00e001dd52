import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { locateRepository } from '../git/locate-repository.ts';
import { addRules, createIgnoreTest } from './ignore-rules.ts';
import { readIgnoreFile, readRootRules } from './read-root-rules.ts';
import { isInGit, parentFolderOf } from './tree-path.ts';

/**
 * Whether a watch of the tree never tells about the file at a path (from the root, with `/`), because of the rules of
 * `.gitignore`; the file need not be there.
 */
export async function isLeftOut(root: string, path: string, globalIgnore?: string): Promise<boolean> {
  if (isInGit(path)) return true;
  const real = await realpath(root).catch(() => root);
  let rules = await readRootRules(real, await locateRepository(real), globalIgnore);
  for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
    const part = end < 0 ? path : path.slice(0, end);
    const text = await readIgnoreFile(join(real, parentFolderOf(part), '.gitignore'));
    const test = createIgnoreTest(text === undefined ? rules : addRules(rules, parentFolderOf(part), text));
    if (test.ignores(part, end >= 0)) return true;
    if (end < 0) return false;
    rules = test.rulesIn(part);
  }
}
