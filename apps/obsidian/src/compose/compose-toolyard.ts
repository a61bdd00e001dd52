import type { Host } from '@toolyard/host';
import { createNoteBindings, type NoteBindings } from '../bindings/note-bindings.ts';
import { BlockRuns } from '../blocks/block-runs.ts';
import { createBlockReader, type BlockReader } from '../blocks/create-block-reader.ts';
import type { NoteApp } from '../ports/note-app.ts';
import { parsePluginData } from '../settings/parse-plugin-data.ts';
import { createPluginYard } from '../yard/create-plugin-yard.ts';

/** The plugin without the app: what its views show, and what its commands do. */
export interface Toolyard {
  readonly readBlocks: BlockReader;
  readonly runs: BlockRuns;
  readonly bindings: NoteBindings;
  /** Resolves when no process of it is left. */
  close(): Promise<void>;
}

/** Joins the parts of the plugin. Reads its settings, and starts nothing: the first block that is run opens the yard. */
export async function composeToolyard(host: Host, app: NoteApp): Promise<Toolyard> {
  const { data, problems } = parsePluginData(await app.loadData());
  for (const problem of problems) app.notify(problem);
  const yard = createPluginYard(host, app, () => data);
  const readBlocks = createBlockReader(() => data);
  const runs = new BlockRuns({ host, app, yard, readBlocks, servers: () => data.servers.map(({ name }) => name) });
  return {
    readBlocks,
    runs,
    bindings: createNoteBindings({ app, readBlocks, settings: { data, on: () => () => undefined } }),
    async close() {
      // Calls end at once where their servers do, and their results are still written.
      await Promise.all([runs.close(), yard.close()]);
    },
  };
}
