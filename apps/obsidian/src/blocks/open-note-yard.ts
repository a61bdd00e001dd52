import type { NoteYard } from '@toolyard/host';
import type { PluginYard } from '../yard/create-plugin-yard.ts';

/** The yard of the vault for blocks of these servers, as notes know it. */
export async function openNoteYard(
  plugin: Pick<PluginYard, 'open' | 'until'>,
  servers: readonly string[],
): Promise<NoteYard> {
  const used = await plugin.open(servers);
  // One that was switched on a moment ago is still disabled there.
  await plugin.until(({ yard }) => servers.every((name) => yard.server(name)?.state !== 'disabled'));
  const { yard, caller, gone } = used;
  return {
    yard,
    caller,
    gone,
    // Looked up at each use: it may be another one by then.
    get configuration() {
      return used.configuration;
    },
    // Bindings go by paths in the vault, and not from the folder of the device's file.
    place: {},
  };
}
