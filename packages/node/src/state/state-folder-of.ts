import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** The folder for the state of one configuration, known by its real path; without a file, that of the built-in one. */
export async function stateFolderOf(stateDir: string, configFile?: string): Promise<string> {
  if (configFile === undefined) return join(stateDir, 'default');
  const identity = await toRealPath(configFile);
  return join(stateDir, createHash('sha256').update(identity).digest('hex').slice(0, 16));
}

/** The one path of a file, whatever links lead to it, and the same before and after it is made. */
export async function toRealPath(file: string): Promise<string> {
  const path = resolve(file);
  const folder = dirname(path);
  return realpath(path).catch(async () => (folder === path ? path : join(await toRealPath(folder), basename(path))));
}
