import type { HelpContext } from '@toolyard/documents';
import { readKnownTools } from '@toolyard/host';
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
    const reading = readKnownTools(host.surroundings, { config: file }).then(
      (last) => void (own.catalogue = last?.catalogue ?? NOTHING),
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
