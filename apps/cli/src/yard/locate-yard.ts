import { join } from 'node:path';
import { checkState, findConfiguration, resolvePlaces, socketPathOf, stateFolderOf } from '@toolyard/node';
import { readChain } from '../configuration/open-configuration.ts';
import type { Host } from '../host/host.ts';

/** Where the yard of a configuration is found, and where it keeps what it knows. */
export interface YardPlace {
  /** The configuration; absent for the built-in one. */
  readonly file?: string;
  readonly stateFolder: string;
  readonly logFile: string;
  /** Where the yard listens. */
  readonly socket: string;
}

/** What people call a configuration. */
export function nameConfiguration(file: string | undefined): string {
  return file ?? 'the built-in configuration';
}

/**
 * Finds the place of the configuration that a command means, without reading it. Throws `config-invalid` inside a server
 * of that configuration: who joined its yard there would go in circles; and `state-refused` where others could change
 * what it remembers.
 */
export async function locateYard(host: Host, options: { readonly config?: string }): Promise<YardPlace> {
  const { cwd, env, homeDir, platform, userId } = host;
  const option = options.config === undefined ? {} : { file: options.config };
  const { file } = await findConfiguration({ ...option, cwd, env, homeDir, platform });
  const { stateDir, dataDir } = resolvePlaces({ env, homeDir, platform });
  const stateFolder = await stateFolderOf(stateDir, file);
  checkState(stateDir, stateFolder);
  await readChain(host, file);
  const socket = await socketPathOf({ platform, userId, configFile: file ?? dataDir });
  return { ...(file === undefined ? {} : { file }), stateFolder, logFile: join(stateFolder, 'log.jsonl'), socket };
}
