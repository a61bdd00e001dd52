import type { OperationValues } from '../hook/operation.ts';
import { readItems, readText } from '../hook/read-values.ts';
import type { Git } from './create-git.ts';

/** What git puts before the paths that it names in messages then. */
export const LITERAL = ':(literal)';

/** Commits the paths of an operation as they are on the disk, and nothing else; false where nothing of them has changed. */
export async function commitPaths(git: Git, values: OperationValues): Promise<boolean> {
  const paths = readItems(values, 'paths').map(toLiteral);
  const isFirst = (await git.ask('rev-parse', '--verify', '--quiet', 'HEAD')) === undefined;
  await needPaths(git, paths, isFirst);
  const listed = await git.list('ls-files', '--others', '--exclude-standard', '-z', '--', ...paths);
  // One that ends so is a repository of its own.
  const added = listed.filter((path) => !path.endsWith('/'));
  if (added.length === 0 && !isFirst && !(await hasChanged(git, paths))) return false;
  const known = await makeKnown(git, added);
  try {
    const message = readText(values, 'message');
    await git.run('commit', '--only', '--quiet', '--cleanup=whitespace', '-m', message, '--', ...paths);
  } catch (error) {
    await forget(git, known);
    throw error;
  }
  return true;
}

/** Nothing more is read into a path than its name. The variable for that would also reach the hooks of the user. */
function toLiteral(path: string): string {
  return `${LITERAL}${path}`;
}

/** Fails where a path is neither there, nor in the index, nor in the last commit: it may be misspelt. Changes nothing. */
async function needPaths(git: Git, paths: readonly string[], isFirst: boolean): Promise<void> {
  const all = ['--cached', '--others', '--exclude-standard', ...(isFirst ? [] : ['--with-tree=HEAD'])];
  const known = await git.ask('ls-files', '--error-unmatch', ...all, '--', ...paths);
  // Git says best why it would not add one, such as one that is ignored.
  if (known === undefined) await git.run('add', '--all', '--dry-run', '--', ...paths);
}

async function hasChanged(git: Git, paths: readonly string[]): Promise<boolean> {
  return (await git.ask('diff', '--quiet', '--no-ext-diff', 'HEAD', '--', ...paths)) === undefined;
}

/** New files have to be known before they can be committed by name; nothing of their content is staged. */
async function makeKnown(git: Git, added: readonly string[]): Promise<readonly string[]> {
  const known: string[] = [];
  try {
    for (const batch of toBatches(added)) {
      known.push(...batch);
      await git.run('add', '--intent-to-add', '--', ...batch.map(toLiteral));
    }
  } catch (error) {
    await forget(git, known);
    throw error;
  }
  return known;
}

async function forget(git: Git, known: readonly string[]): Promise<void> {
  for (const batch of toBatches(known)) {
    await git.undo('rm', '--cached', '--quiet', '--force', '--ignore-unmatch', '--', ...batch.map(toLiteral));
  }
}

/** Systems limit the length of a command line. */
const BATCH_LENGTH = 20_000;

function toBatches(paths: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let length = Infinity;
  for (const path of paths) {
    if (length + path.length > BATCH_LENGTH) {
      batches.push([]);
      length = 0;
    }
    batches.at(-1)?.push(path);
    length += path.length + 1;
  }
  return batches;
}
