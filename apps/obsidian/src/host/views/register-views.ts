import type { Plugin } from 'obsidian';
import type { Toolyard } from '../../compose/compose-toolyard.ts';
import { FIRST_RUN_VIEW, openView, type OpenedView } from '../leaves/open-view.ts';
import type { SettingsParts } from '../settings/settings-parts.ts';
import { CallHistoryView, HISTORY_VIEW } from './call-history-view.ts';
import { FirstRunView } from './first-run-view.ts';
import { LOG_VIEW, ServerLogView } from './server-log-view.ts';
import { registerStatusBar } from './status-bar.ts';
import type { ViewsParts } from './views-parts.ts';

/** Where it is remembered on this device that the first page of the vault was shown. */
const SHOWN_KEY = 'toolyard-first-run';

/** Adds the status bar, the views of what was called and logged, and the page that leads to the first server. */
export function registerViews(plugin: Plugin, toolyard: Toolyard, settings: SettingsParts): void {
  const { app, manifest } = plugin;
  const parts: ViewsParts = { app, toolyard, settings, pluginId: manifest.id };
  registerStatusBar(plugin, parts);
  plugin.registerView(HISTORY_VIEW.type, (leaf) => new CallHistoryView(leaf, parts));
  plugin.registerView(LOG_VIEW.type, (leaf) => new ServerLogView(leaf, parts));
  plugin.registerView(FIRST_RUN_VIEW.type, (leaf) => new FirstRunView(leaf, parts));
  const add = (id: string, name: string, view: OpenedView): void =>
    void plugin.addCommand({ id, name, callback: () => void openView(app, view) });
  add('call-history', 'Show call history', HISTORY_VIEW);
  add('server-log', 'Show server log', LOG_VIEW);
  add('first-steps', 'Show first steps', FIRST_RUN_VIEW);
  let isLoaded = true;
  plugin.register(() => (isLoaded = false));
  app.workspace.onLayoutReady(() => void (isLoaded && welcome(parts)));
}

/** Opens the first page once, in a vault that never had servers; where the settings cannot be read or changed, it waits for another time. */
function welcome({ app, toolyard: { servers, settings } }: ViewsParts): void {
  if (app.loadLocalStorage(SHOWN_KEY) !== null || settings.readOnly !== undefined) return;
  app.saveLocalStorage(SHOWN_KEY, true);
  if (servers.list().length === 0 && servers.namedFile() === undefined) void openView(app, FIRST_RUN_VIEW);
}
