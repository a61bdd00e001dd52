import { cameToSomething, explainHooks, type KnownHook, type RunRecord } from '@toolyard/hooks';
import type { HooksEvent } from '@toolyard/host/hooks';
import type { LiveRun } from './folder.ts';

/** What a window knows of the runs of a folder. */
export interface RunList {
  /** The newest first. */
  ended(): readonly RunRecord[];
  live(): readonly LiveRun[];
  /** The last run of each hook that came to something. */
  lastOf(hook: string): RunRecord | undefined;
  /** A run has ended, here or elsewhere; false where that changes nothing that is shown. */
  take(record: RunRecord, hooks: readonly KnownHook[]): boolean;
  /** Follows what the engine of this window tells, which is sooner than the log has it; true where that changed something. */
  hear(event: HooksEvent, now: number, hooks: readonly KnownHook[]): boolean;
}

/** How many runs that have ended are kept in memory; the log has more. */
export const RUNS_KEPT = 500;

/** A list without runs. */
export function createRunList(): RunList {
  let ended: readonly RunRecord[] = [];
  const live = new Map<string, LiveRun>();
  const last = new Map<string, RunRecord>();
  const take = (record: RunRecord, hooks: readonly KnownHook[]): boolean => {
    const wasLive = live.delete(record.id);
    // This window's own engine told it already.
    if (ended.some(({ id }) => id === record.id) || !isWorthShowing(record, hooks)) return wasLive;
    ended = [record, ...ended].slice(0, RUNS_KEPT);
    if (cameToSomething(record)) last.set(record.hook, record);
    return true;
  };
  return {
    take,
    ended: () => ended,
    live: () => [...live.values()],
    lastOf: (hook) => last.get(hook),
    hear(event, now, hooks) {
      switch (event.type) {
        case 'run-started':
          live.set(event.run, { id: event.run, hook: event.hook, target: event.target, startedAt: now });
          return true;
        case 'run-ended':
          return take(event.record, hooks);
        case 'engine-ended':
          live.clear();
          return true;
        default:
          return false;
      }
    },
  };
}

/** Every event has many hooks that it does not match; those that it matches and that did not run are what people look for. */
function isWorthShowing(record: RunRecord, hooks: readonly KnownHook[]): boolean {
  if (cameToSomething(record)) return true;
  const known = hooks.filter(({ hook }) => hook.id === record.hook);
  return explainHooks(known, record.event).some(({ fires }) => fires);
}
