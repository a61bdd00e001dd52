import { dirname } from 'node:path';
import { parseConfiguration, type Configuration } from '@toolyard/core';
import type { HelpContext, NoteReading } from '@toolyard/documents';
import { readServerMemory, readTextFile } from '@toolyard/node';
import { hashDefinition, recallCatalogue } from '@toolyard/runtime';
import type { NamedConfiguration } from '../configuration/to-find-options.ts';
import type { Surroundings } from '../surroundings/surroundings.ts';
import { locateYard } from '../yard/locate-yard.ts';

/** What notes are read and helped by while no yard is open: it comes from files alone. */
export interface RecalledTools extends Pick<NoteReading, 'servers' | 'bindings'> {
  /** The configuration; absent where there is none. */
  readonly file?: string;
  /** The tools that servers had when they last ran as they are configured now. */
  readonly catalogue: HelpContext['catalogue'];
}

const NOTHING: RecalledTools = { servers: [], bindings: [], catalogue: { listOf: () => [], find: () => undefined } };

/**
 * Reads what is known of the servers of a configuration file, and starts nothing; `undefined` where the file is wrong. Rejects as
 * `locateYard` does.
 */
export async function readKnownTools(
  surroundings: Surroundings,
  named: NamedConfiguration,
): Promise<RecalledTools | undefined> {
  const { file, stateFolder } = await locateYard(surroundings, named);
  const found = file === undefined ? undefined : await readTextFile(file);
  if (file === undefined || found?.kind !== 'text') return NOTHING;
  const { configuration } = parseConfiguration(found.text, { folder: dirname(file) });
  if (configuration === undefined) return undefined;
  return {
    file,
    servers: configuration.servers.map(({ key, enabled }) => ({ key, enabled })),
    bindings: configuration.settings.bindings ?? [],
    catalogue: await recallTools(configuration, stateFolder),
  };
}

async function recallTools(configuration: Configuration, stateFolder: string): Promise<RecalledTools['catalogue']> {
  const memory = await readServerMemory(stateFolder);
  const hashes = new Map(configuration.servers.map((server) => [server.key, hashDefinition(server)]));
  return recallCatalogue(configuration, {
    recall(key) {
      const [saved, hash] = [memory.recall(key), hashes.get(key)];
      // What was learned holds for a definition with its secrets, which nobody is asked for here: the entry of the file tells as much.
      return saved !== undefined && hash !== undefined && saved.entryHash === hash
        ? { ...saved, definitionHash: hash }
        : saved;
    },
  });
}
