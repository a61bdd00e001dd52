import { toMessage } from '@toolyard/core';
import { MarkdownView, type App, type Plugin } from 'obsidian';
import { findBlockFix } from '../../blocks/find-block-fix.ts';
import type { Toolyard } from '../../compose/compose-toolyard.ts';
import type { NoteApp } from '../../ports/note-app.ts';
import { addRunCommands } from './add-run-commands.ts';
import type { BlockViews } from './block-views.ts';
import { createLiveBlocks, refreshLiveBlocks } from './live-blocks.ts';
import { showBlocks } from './show-blocks.ts';

type NoteReader = Pick<NoteApp, 'openNote' | 'notify'>;

/** Shows the blocks of notes in both views, with what runs them. */
export function registerBlocks(plugin: Plugin, toolyard: Toolyard, notes: NoteReader): void {
  const { app } = plugin;
  const { runs, readBlocks, servers } = toolyard;
  const enable = async (server: string): Promise<void> =>
    servers.switchServer(server, true).catch((error: unknown) => notes.notify(toMessage(error)));
  const views: BlockViews = {
    runs,
    readBlocks,
    findFix: (bound) => findBlockFix(bound, enable),
    reading: new Set(),
    editors: new Set(),
    followPath: (path) => followPath(app, path),
  };
  plugin.registerMarkdownPostProcessor((element, context) => showBlocks(views, { element, context }));
  plugin.registerEditorExtension(createLiveBlocks(views));
  plugin.register(() => views.reading.forEach((block) => block.unload()));
  const refresh = (): void => {
    refreshLiveBlocks(views);
    void refreshReading(views, notes);
  };
  plugin.register(runs.on(refresh));
  plugin.register(servers.on(refresh));
  plugin.registerEvent(app.vault.on('modify', ({ path }) => void refreshReading(views, notes, path)));
  plugin.registerEvent(app.vault.on('rename', ({ path }, from) => runs.renameNote(from, path)));
  plugin.registerEvent(app.vault.on('delete', ({ path }) => runs.deleteNote(path)));
  addRunCommands(plugin, toolyard);
  if (app.workspace.layoutReady) renderAgain(app);
}

/** Lets blocks in reading views take over what their notes have by now: all of them, or those of one note. */
async function refreshReading({ reading, readBlocks }: BlockViews, notes: NoteReader, only?: string): Promise<void> {
  const paths = new Set([...reading].map(({ path }) => path).filter((path) => only === undefined || path === only));
  for (const path of paths) {
    const text = await notes
      .openNote(path)
      .read()
      // It is gone, and what shows it goes too.
      .catch(() => undefined);
    if (text === undefined) continue;
    const { blocks } = readBlocks({ path, text });
    for (const each of reading) if (each.path === path) each.show(blocks);
  }
}

/** Follows the object that Obsidian keeps for a note, which has another path when the note was renamed. */
function followPath({ vault }: App, path: string): () => string {
  const note = vault.getAbstractFileByPath(path);
  return () => note?.path ?? path;
}

/** Notes that were open before the plugin was loaded are shown without it. */
function renderAgain({ workspace }: App): void {
  for (const { view } of workspace.getLeavesOfType('markdown')) {
    if (view instanceof MarkdownView && view.getMode() === 'preview') view.previewMode.rerender(true);
  }
}
