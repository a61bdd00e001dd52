import type { Plugin } from 'obsidian';
import type { Toolyard } from '../../compose/compose-toolyard.ts';
import { createToolHover } from './create-tool-hover.ts';
import { askForToolCall } from './insert-tool-modal.ts';
import { ToolSuggest } from './tool-suggest.ts';
import type { ToolsHost } from './tools-host.ts';
import { openView } from '../leaves/open-view.ts';
import { openWhileLoaded } from '../lifecycle/open-while-loaded.ts';
import { attempt } from '../settings/settings-parts.ts';
import { TOOLS_VIEW, ToolsView } from './tools-view.ts';

/** Helps to write tool calls: completion and hover in blocks, a command that inserts one, and a view of all tools. */
export function registerTools(plugin: Plugin, toolyard: Toolyard): void {
  const { app } = plugin;
  const host: ToolsHost = { app, toolyard, openDialog: openWhileLoaded(plugin) };
  app.workspace.onLayoutReady(() => void toolyard.tools.recall());
  plugin.registerEditorSuggest(new ToolSuggest(host));
  plugin.registerEditorExtension(createToolHover(host));
  plugin.registerView(TOOLS_VIEW, (leaf) => new ToolsView(leaf, host));
  plugin.addCommand({
    id: 'insert-tool-call',
    name: 'Insert tool call…',
    editorCheckCallback(isChecking, editor, { file }) {
      if (file === null) return false;
      if (!isChecking) askForToolCall(host, { path: file.path, editor });
      return true;
    },
  });
  plugin.addCommand({
    id: 'browse-tools',
    name: 'Browse tools',
    callback() {
      void openView(app, { type: TOOLS_VIEW, place: 'sidebar' });
      void attempt(() => toolyard.tools.learn());
    },
  });
}
