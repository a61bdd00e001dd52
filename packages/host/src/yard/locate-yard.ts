import { join } from 'node:path';
import { quoteForShell } from '@toolyard/core';
import {
  checkStatePermissions,
  findConfiguration,
  resolvePlaces,
  socketPathOf,
  stateFolderOf,
  type ConfigurationSource,
} from '@toolyard/node';
import { toFindOptions, type NamedConfiguration } from '../configuration/to-find-options.ts';
import { readChain } from '../configuration/open-configuration.ts';
import type { Surroundings } from '../surroundings/surroundings.ts';

/** A configuration, where its yard is found, and where that keeps what it knows. */
export interface YardPlace extends ConfigurationSource {
  readonly stateFolder: string;
  readonly logFile: string;
  /** Where the yard listens. */
  readonly socket: string;
}

/** What people call a configuration. */
export function nameConfiguration(file: string | undefined): string {
  return file ?? 'the built-in configuration';
}

/** The command that ends the yard of a configuration in the background; its file is named again where a person named it. */
export function nameDownCommand({ kind, file }: ConfigurationSource): string {
  return kind === 'option' && file !== undefined ? `toolyard down --config ${quoteForShell(file)}` : 'toolyard down';
}

/**
 * Finds the place of the configuration that is meant, without reading it. Throws `config-invalid` inside a server
 * of that configuration: who joined its yard there would go in circles; and `state-refused` where others could change
 * what it remembers.
 */
export async function locateYard(surroundings: Surroundings, options: NamedConfiguration): Promise<YardPlace> {
  const { platform, userId } = surroundings;
  const source = await findConfiguration(toFindOptions(surroundings, options));
  const { file } = source;
  const { stateDir, dataDir } = resolvePlaces(surroundings);
  const stateFolder = await stateFolderOf(stateDir, file);
  await checkStatePermissions(stateDir, stateFolder);
  await readChain(surroundings, file);
  const socket = await socketPathOf({ platform, userId, configFile: file ?? dataDir });
  return { ...source, stateFolder, logFile: join(stateFolder, 'log.jsonl'), socket };
}
