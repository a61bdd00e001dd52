import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The folder for the state of one configuration, known by its real path; without a file, that of the built-in one. */
export async function stateFolderOf(stateDir: string, configFile?: string): Promise<string> {
  if (configFile === undefined) return join(stateDir, 'default');
  const identity = await toRealPath(configFile);
  return join(stateDir, createHash('sha256').update(identity).digest('hex').slice(0, 16));
}

/** The one path of a file, whatever links lead to it; the absolute path where there is no such file. */
export async function toRealPath(file: string): Promise<string> {
  return realpath(file).catch(() => resolve(file));
}
