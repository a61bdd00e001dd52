import type { HookEvent } from '../event/hook-event.ts';
import type { KnownHook } from '../hook/hook.ts';
import type { PlannedRun } from './journal.ts';
import type { ActingTime } from './recent-runs.ts';
import type { RunRecord } from './run-record.ts';

/** A run from its planning to its record. */
export interface OpenRun {
  readonly plan: PlannedRun;
  /** What set it off; for several events together the first, with all their paths. */
  readonly event: HookEvent;
  /** The ids of all events that it stands for. */
  readonly eventIds: readonly string[];
  /** Runs of one key follow each other, and policies compare them: the hook and the path. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly queuedAt: number;
  /** It had begun before Toolyard ended. */
  readonly repeated: boolean;
  /** Aborted with the reason for people, or with `STOPPED`. */
  readonly controller: AbortController;
  /** The hook as it was last seen. */
  known: KnownHook | undefined;
  /** When it was sent off, in milliseconds since 1970. */
  startedAt: number | undefined;
  /** Hears when it acts, for what it may have caused. */
  acting: ActingTime | undefined;
  /** Resolves with its record; rejects where it is left to the next engine. */
  readonly record: Promise<RunRecord>;
  readonly resolve: (record: RunRecord) => void;
  readonly reject: (error: Error) => void;
}

/** Why a run is aborted when the engine ends. */
export const STOPPED: unique symbol = Symbol('stopped');

export interface OpenRunOptions {
  readonly plan: PlannedRun;
  /** At least one, the oldest first. */
  readonly events: readonly [HookEvent, ...HookEvent[]];
  readonly known: KnownHook | undefined;
  readonly queuedAt: number;
  readonly repeated?: boolean;
}

/** A run that waits. */
export function openRun({ plan, events, known, queuedAt, repeated = false }: OpenRunOptions): OpenRun {
  let resolve: OpenRun['resolve'] = () => undefined;
  let reject: OpenRun['reject'] = () => undefined;
  const record = new Promise<RunRecord>((onRecord, onError) => {
    resolve = onRecord;
    reject = onError;
  });
  // Nobody has to wait for it.
  record.catch(() => undefined);
  const isBatch = known?.hook.trigger.batch === true || events.length > 1;
  const event = isBatch && plan.decided === undefined ? joinEvents(events, plan.paths) : events[0];
  return {
    plan,
    event,
    eventIds: events.map(({ id }) => id),
    key: toRunKey(plan.hook, event),
    queuedAt,
    repeated,
    controller: new AbortController(),
    known,
    startedAt: undefined,
    acting: undefined,
    record,
    resolve,
    reject,
  };
}

/** What the runs of a hook for one path have in common. */
export function toRunKey(hook: string, { context }: HookEvent): string {
  const path = context['path'];
  return `${hook}\n${typeof path === 'string' ? path : ''}`;
}

/** All paths of a run for several. */
export function pathsOf({ event: { context } }: Pick<OpenRun, 'event'>): string[] {
  const paths: unknown = context['paths'];
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
}

/** One event for all: the first, with every path in `paths`, those of earlier runs before, and with the longest chain. */
export function joinEvents(events: readonly [HookEvent, ...HookEvent[]], earlier: readonly string[] = []): HookEvent {
  const [first] = events;
  const { path: _path, oldPath: _oldPath, ...context } = first.context;
  const own = events.flatMap((event) => event.context['paths'] ?? event.context['path'] ?? []);
  const paths = earlier.length === 0 ? own : [...new Set([...earlier, ...own])];
  const deepest = events.reduce((left, right) => (right.chain.length > left.chain.length ? right : left));
  return { ...first, context: { ...context, paths }, chain: deepest.chain };
}
