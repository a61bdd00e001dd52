import { dirname } from 'node:path';
import { parseConfiguration, type Catalogue } from '@toolyard/core';
import type { HelpContext } from '@toolyard/documents';
import { locateYard, type Surroundings } from '@toolyard/host';
import { readServerMemory, readTextFile } from '@toolyard/node';
import { hashDefinition, recallCatalogue } from '@toolyard/runtime';
import type { PluginParts } from '../yard/plugin-parts.ts';
import { usedFileOf } from '../yard/vault-configuration.ts';

/** What is known of servers and tools without starting anything. */
export interface KnownTools {
  /** What help in notes goes by. The first use reads what earlier runs left, which is known a moment later. */
  context(): HelpContext;
  /** Resolves when what earlier runs left is known. */
  recall(): Promise<void>;
}

/** What was read of earlier runs with a configuration file; nothing at first. */
interface Recalled {
  readonly file: string;
  readonly reading: Promise<void>;
  catalogue: HelpContext['catalogue'];
}

const NOTHING: HelpContext['catalogue'] = { listOf: () => [], find: () => undefined };

/** The tools of the yard where it is open, else those that its servers had when they last ran. */
export function createKnownTools(parts: Pick<PluginParts, 'host' | 'device' | 'yard' | 'known'>): KnownTools {
  const { host, device, yard, known } = parts;
  let recalled: Recalled | undefined;
  // Servers that run learn more than was read before.
  yard.on(() => {
    if (yard.opened !== undefined) recalled = undefined;
  });

  function recall(): Promise<void> {
    const file = usedFileOf(device);
    if (recalled?.file === file) return recalled.reading;
    // Help is worth no notice: where nothing can be read, nothing is known.
    const reading = readLast(host.surroundings, file).then(
      (catalogue) => void (own.catalogue = catalogue),
      () => undefined,
    );
    const own: Recalled = { file, reading, catalogue: NOTHING };
    recalled = own;
    return reading;
  }

  return {
    recall,
    context() {
      const servers = known.current().servers.map(({ name, enabled }) => ({ key: name, enabled }));
      const open = yard.opened?.yard.catalogue;
      if (open === undefined) void recall();
      return { servers, catalogue: open ?? recalled?.catalogue ?? NOTHING };
    },
  };
}

/** The tools that the servers of a configuration file had when they last ran as they stand in it; reads files alone. */
async function readLast(surroundings: Surroundings, file: string): Promise<Catalogue | typeof NOTHING> {
  const found = await readTextFile(file);
  if (found.kind !== 'text') return NOTHING;
  const { configuration } = parseConfiguration(found.text, { folder: dirname(file) });
  if (configuration === undefined) return NOTHING;
  const { stateFolder } = await locateYard(surroundings, { config: file });
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
