import type { KnownHook } from '@toolyard/hooks';
import { waitsForFiles, type WatchEnd } from '@toolyard/host/hooks';
import { describeStop } from './describe-stop.ts';

/** What a person is told when everything is watched. */
export function describeWatch(workspace: string, hooks: readonly KnownHook[]): string {
  const enabled = hooks.filter(({ hook }) => hook.enabled).length;
  if (enabled === 0) {
    const todo = hooks.length === 0 ? 'Write one' : 'All are disabled: set "enabled" to true for one';
    return `Watching ${workspace}, but there is no hook to run. ${todo}; it takes effect as soon as its file is saved. Press Ctrl-C to stop.`;
  }
  const what = hooks.some(waitsForFiles) ? 'files and git' : 'git; no hook waits for files';
  return `Watching ${workspace} (${what}) for ${enabled} hook${enabled === 1 ? '' : 's'}. Press Ctrl-C to stop.`;
}

/** What a person is told when a watch ends with that many runs that have not ended. */
export function describeWatchEnd(why: WatchEnd, waiting: number): string {
  if (why === 'configuration changed') return 'The configuration changed.';
  if (why === 'yard gone') return 'The Toolyard that ran the servers has stopped. Continuing without it.';
  return describeStop(waiting);
}
