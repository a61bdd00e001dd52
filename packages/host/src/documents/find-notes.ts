import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { matchPath, ToolyardError } from '@toolyard/core';

const NOTE = /\.(?:md|markdown)$/i;
const NOT_NOTES: ReadonlySet<string> = new Set(['node_modules']);

/**
 * The files that words mean, each once and in order: a file, the notes below a folder, or a pattern. Throws `usage` for a
 * word that means none, since a run that silently does nothing looks like success.
 */
export async function findNotes(words: readonly string[], cwd: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const word of words) {
    const files = await findWord(word, cwd);
    if (files.length === 0) throw new ToolyardError('usage', await describeNothing(word, cwd));
    for (const file of files) found.add(file);
  }
  return [...found];
}

async function findWord(word: string, cwd: string): Promise<readonly string[]> {
  const path = resolve(cwd, word);
  const known = await stat(path).catch(() => undefined);
  if (known?.isDirectory() === true) return listFiles(path, (name) => NOTE.test(name));
  if (known !== undefined) return [path];
  const start = word.search(/[*?{]/);
  if (start === -1) return [];
  const slash = Math.max(word.lastIndexOf('/', start), word.lastIndexOf(sep, start));
  const folder = slash === -1 ? cwd : resolve(cwd, word.slice(0, slash + 1));
  const glob = word.slice(slash + 1).replaceAll(sep, '/');
  // A glob without folders is about names alone to `matchPath`; on a command line it means this folder.
  return listFiles(folder, (name) => (glob.includes('/') || !name.includes('/')) && matchPath(glob, name));
}

async function describeNothing(word: string, cwd: string): Promise<string> {
  const known = await stat(resolve(cwd, word)).catch(() => undefined);
  return known === undefined ? `No such file: ${word}` : `No Markdown files (.md, .markdown) in the folder: ${word}`;
}

async function listFiles(folder: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  const open = async (current: string): Promise<void> => {
    const entries = await readdir(current, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
      const path = join(current, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.') && !NOT_NOTES.has(entry.name)) await open(path);
      else if (entry.isFile() && isWanted(relative(folder, path).replaceAll(sep, '/'))) found.push(path);
    }
  };
  await open(folder);
  return found;
}
