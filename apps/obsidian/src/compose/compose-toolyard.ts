import type { BlockReader } from '@toolyard/documents';
import { BlockRuns, type Host } from '@toolyard/host';
import { createPluginAssistant } from '../assistant/create-plugin-assistant.ts';
import type { PluginAssistant } from '../assistant/plugin-assistant.ts';
import { createSectionBindings, type SectionBindings } from '../bindings/section-bindings.ts';
import { createVaultReader } from '../blocks/create-vault-reader.ts';
import { openNoteYard } from '../blocks/open-note-yard.ts';
import { findImportable, type Importable } from '../clients/find-importable.ts';
import { createCallControl, type CallControl } from '../calls/create-call-control.ts';
import { createContinueQuestion } from '../questions/create-continue-question.ts';
import type { NoteApp } from '../ports/note-app.ts';
import { createPluginTools, type PluginTools } from '../tools/create-plugin-tools.ts';
import { createYardActivity } from '../views/create-yard-activity.ts';
import type { YardActivity } from '../views/yard-activity.ts';
import { createPluginRespondent } from '../questions/create-plugin-respondent.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { createPluginParts } from '../yard/create-plugin-parts.ts';
import { createPluginServers } from '../yard/create-plugin-servers.ts';
import type { PluginServers } from '../yard/plugin-servers.ts';

/** The plugin without the app: what its views show, and what its commands do. */
export interface Toolyard {
  readonly settings: SettingsStore;
  readonly servers: PluginServers;
  /** The servers that other programs on this computer have, and that are not here yet. */
  findImportable(): Promise<Importable>;
  readonly readBlocks: BlockReader;
  readonly runs: BlockRuns;
  readonly bindings: SectionBindings;
  readonly calls: CallControl;
  readonly assistant: PluginAssistant;
  readonly activity: YardActivity;
  readonly tools: PluginTools;
  /** Resolves when no process of it is left. */
  close(): Promise<void>;
}

/** Joins the parts of the plugin. Reads its settings, and starts nothing: the first block that is run opens the yard. */
export async function composeToolyard(given: Host, app: NoteApp): Promise<Toolyard> {
  const closing = new AbortController();
  const respondent = createPluginRespondent({
    dialogs: app.questions,
    notify: app.notify,
    clock: given.clock,
    openModel: () => assistant.models.open(),
    signal: closing.signal,
  });
  const parts = await createPluginParts({ ...given, respondent }, app);
  const { host, settings, yard, known, notices } = parts;
  const readBlocks = createVaultReader(() => known.current());
  const serverNames = (): readonly string[] => known.current().servers.map(({ name }) => name);
  const runs = new BlockRuns({
    host,
    app,
    openYard: (names) => openNoteYard(yard, names),
    readBlocks,
    servers: serverNames,
    onEvent: (event) => notices.onNoteRun(event),
  });
  const servers = createPluginServers(parts);
  const sessionOf = (path: string): string => runs.sessionOf(path);
  const assistant = createPluginAssistant(parts, {
    servers,
    readBlocks,
    sessionOf,
    mayContinue: createContinueQuestion(app.questions, closing.signal),
  });
  const answering = {
    isRunning: () => assistant.answers.isAnswering(),
    stopAll: () => assistant.answers.stopAll(),
  };
  return {
    settings,
    servers,
    findImportable: () => findImportable(host, settings.data.servers),
    readBlocks,
    runs,
    calls: createCallControl({ yard, works: [runs, answering], notices, notify: app.notify }),
    bindings: createSectionBindings({ app, readBlocks, known: () => known.current() }),
    assistant,
    activity: createYardActivity(parts),
    tools: createPluginTools(parts, servers),
    async close() {
      closing.abort();
      // Calls end at once where their servers do, and their results are still written.
      await Promise.all([runs.close(), assistant.close(), yard.close(), servers.testsEnded()]);
    },
  };
}
