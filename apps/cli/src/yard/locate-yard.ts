import { join } from 'node:path';
import { findConfiguration, resolvePlaces, socketPathOf, stateFolderOf } from '@toolyard/node';
import { readChain } from '../configuration/open-configuration.ts';
import type { Host } from '../host/host.ts';

/** Where the yard of a configuration is found, and where it keeps what it knows. */
export interface YardPlace {
  /** The configuration; absent for the built-in one. */
  readonly file?: string;
  readonly stateFolder: string;
  readonly logFile: string;
  /** Where the yard listens; the built-in configuration has nothing to share. */
  readonly socket?: string;
}

/**
 * Finds the place of the configuration that a command means, without reading it. Throws `config-invalid` inside a server
 * of that configuration: who joined its yard there would go in circles.
 */
export async function locateYard(host: Host, options: { readonly config?: string }): Promise<YardPlace> {
  const { cwd, env, homeDir, platform, userId } = host;
  const option = options.config === undefined ? {} : { file: options.config };
  const { file } = await findConfiguration({ ...option, cwd, env, homeDir, platform });
  const stateFolder = await stateFolderOf(resolvePlaces({ env, homeDir, platform }).stateDir, file);
  const logFile = join(stateFolder, 'log.jsonl');
  if (file === undefined) return { stateFolder, logFile };
  await readChain(host, file);
  const socket = await socketPathOf({ platform, userId, configFile: file });
  return { file, stateFolder, logFile, socket };
}
