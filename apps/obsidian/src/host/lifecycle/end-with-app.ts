import type { Plugin } from 'obsidian';

/** Ends what the plugin runs when the app quits, which waits for it; an app that is killed leaves that to the watchdogs. */
export function endWithApp(plugin: Plugin, close: () => Promise<void>): void {
  plugin.registerEvent(plugin.app.workspace.on('quit', (tasks) => tasks.add(close)));
}
