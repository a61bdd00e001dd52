import type { Editor, MarkdownFileInfo, Plugin } from 'obsidian';
import { findSectionsAt, type BindableSection } from '../../bindings/find-sections-at.ts';
import { openView } from '../leaves/open-view.ts';
import { openWhileLoaded } from '../lifecycle/open-while-loaded.ts';
import { followLines } from './follow-lines.ts';
import type { Toolyard } from '../../compose/compose-toolyard.ts';
import { addActions, askForServer, openBadgeMenu, type ActedNote } from './binding-actions.ts';
import type { BindingsHost } from './bindings-host.ts';
import { BINDINGS_VIEW, BindingsView } from './bindings-view.ts';
import { createEditorBadges } from './editor-badges.ts';
import { ReadingBadges } from './reading-badges.ts';

/** Shows which sections are bound, and lets people bind them: badges, commands, the menu of the editor, and a view. */
export function registerBindings(plugin: Plugin, toolyard: Toolyard): void {
  const { app } = plugin;
  const host: BindingsHost = {
    app,
    toolyard,
    openDialog: openWhileLoaded(plugin),
    openBadgeMenu: (path, badge, event) => void openBadgeMenu({ host, path }, badge, event),
  };
  const reading = new ReadingBadges(host);
  plugin.register(() => reading.remove());
  plugin.register(toolyard.servers.on(() => reading.showAllAgain()));
  plugin.registerEvent(app.vault.on('modify', ({ path }) => reading.showAgain(path)));
  plugin.registerMarkdownPostProcessor((element, context) => reading.add(element, context));
  plugin.registerEditorExtension([followLines(), createEditorBadges(host)]);
  plugin.registerView(BINDINGS_VIEW, (leaf) => new BindingsView(leaf, host));
  plugin.registerEvent(
    app.workspace.on('editor-menu', (menu, editor, info) => {
      const place = findPlace(host, editor, info);
      for (const section of place?.sections ?? []) if (place) addActions(menu, place.note, section);
    }),
  );
  addCommands(plugin, host);
}

/** Where the cursor of an editor is. */
interface Place {
  readonly note: ActedNote;
  readonly sections: readonly BindableSection[];
}

function findPlace(host: BindingsHost, editor: Editor, { file }: MarkdownFileInfo): Place | undefined {
  if (!file) return undefined;
  const bound = host.toolyard.readBlocks({ path: file.path, text: editor.getValue() });
  const [from, to] = [editor.getCursor('from'), editor.getCursor('to')];
  // A selection that ends before the first character of a line has nothing of that line.
  const last = to.ch === 0 && to.line > from.line ? to.line : to.line + 1;
  return {
    note: { host, path: file.path },
    sections: findSectionsAt(bound, { from: from.line + 1, to: last }),
  };
}

function addCommands(plugin: Plugin, host: BindingsHost): void {
  const addSectionCommand = (
    named: { readonly id: string; readonly name: string },
    {
      isFor,
      act,
    }: { isFor: (section: BindableSection) => boolean; act: (note: ActedNote, section: BindableSection) => void },
  ): void =>
    void plugin.addCommand({
      ...named,
      editorCheckCallback: (isChecking, editor, info) => {
        const place = findPlace(host, editor, info);
        const section = place?.sections.find(isFor);
        if (place === undefined || section === undefined) return false;
        if (!isChecking) act(place.note, section);
        return true;
      },
    });
  const { bindings } = host.toolyard;
  const isBound = ({ binding }: BindableSection): boolean => binding !== undefined;
  addSectionCommand({ id: 'bind-section', name: 'Bind to server…' }, { isFor: () => true, act: askForServer });
  addSectionCommand(
    { id: 'unbind-section', name: 'Unbind from server' },
    { isFor: isBound, act: ({ path }, { target }) => void bindings.unbind(path, target) },
  );
  addSectionCommand(
    { id: 'toggle-inheritance', name: 'Switch whether sections below inherit the server' },
    {
      isFor: isBound,
      act: ({ path }, { target, binding }) => void bindings.setInherit(path, target, binding?.inherit === false),
    },
  );
  plugin.addCommand({
    id: 'show-bindings',
    name: 'Show bindings of this note',
    callback: () => void openView(host.app, { type: BINDINGS_VIEW, place: 'sidebar' }),
  });
}
