import type { Plugin } from 'obsidian';
import type { Toolyard } from '../../compose/compose-toolyard.ts';
import { attempt } from '../settings/settings-parts.ts';

/** Commands that stop all calls, go on after that, and count the calls of a note anew. */
export function addCallCommands(plugin: Plugin, { calls, runs }: Toolyard): void {
  const add = (id: string, name: string, find: () => (() => Promise<void>) | undefined): void => {
    plugin.addCommand({
      id,
      name,
      checkCallback(isChecking) {
        const act = find();
        if (act !== undefined && !isChecking) void attempt(act);
        return act !== undefined;
      },
    });
  };
  add('stop-all', 'Stop all calls', () => (calls.isRunning() ? () => calls.stopAll() : undefined));
  add('resume', 'Resume calls', () => (calls.isStopped() ? () => calls.resume() : undefined));
  add('reset-session', 'Reset the session count of this note', () => {
    const file = plugin.app.workspace.getActiveFile();
    const isNote = file !== null && file.extension === 'md';
    if (!isNote || !calls.isCounting()) return undefined;
    return () => calls.resetSession({ session: runs.sessionOf(file.path), note: file.path });
  });
}
