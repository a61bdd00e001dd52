import type { HookEvent } from '../event/hook-event.ts';
import type { Marks } from '../event/marks.ts';
import type { JournalEntry, PlannedRun } from './journal.ts';

/** A run of the journal that has not ended. */
export interface JournalRun {
  readonly plan: PlannedRun;
  /** Its events, the oldest first; more than one only for a hook that takes them together. */
  readonly events: readonly HookEvent[];
  /** It had begun. */
  readonly started?: { readonly repeatable: boolean };
}

/** What the entries of a journal come to. */
export interface JournalState {
  readonly marks: ReadonlyMap<string, unknown>;
  /** By the id of the run, in the order of their planning. */
  readonly runs: ReadonlyMap<string, JournalRun>;
  /** Whether an event was taken already; remembered are the last 10,000 webhooks, 10,000 of files and hooks, 10,000 others, and those of open runs. */
  hasTaken(event: string): boolean;
  add(entry: JournalEntry): void;
  /** As few entries as possible that come to the same. */
  toEntries(): readonly JournalEntry[];
}

const REMEMBERED = 10_000;

/** Reads the entries of a journal, and can be given those that follow. */
export function foldJournal(entries: readonly JournalEntry[]): JournalState {
  const marks = new Map<string, unknown>();
  const runs = new Map<string, FoldedRun>();
  const memories: Record<Memory, EventMemory> = { received: new Map(), many: new Map(), others: new Map() };
  const open = new Map<string, OpenEvent>();

  function take(event: HookEvent, plans: readonly PlannedRun[]): void {
    remember(memories[memoryOf(event)], event);
    if (plans.length === 0) return;
    open.set(event.id, { event, runs: new Map(plans.map((plan) => [plan.id, plan])) });
    for (const plan of plans) {
      const known = runs.get(plan.id);
      if (known === undefined) runs.set(plan.id, { plan, events: [event] });
      else known.events.push(event);
    }
  }

  function end(id: string): void {
    for (const { id: event } of runs.get(id)?.events ?? []) {
      const left = open.get(event)?.runs;
      left?.delete(id);
      if (left?.size === 0) open.delete(event);
    }
    runs.delete(id);
  }

  function add(entry: JournalEntry): void {
    if ('marks' in entry && entry.marks !== undefined) setMarks(marks, entry.marks);
    if (entry.type === 'taken') take(entry.event, entry.runs);
    if (entry.type === 'ended') end(entry.run);
    const run = entry.type === 'started' ? runs.get(entry.run) : undefined;
    if (run !== undefined && entry.type === 'started') {
      runs.set(entry.run, { ...run, started: { repeatable: entry.repeatable } });
    }
  }

  for (const entry of entries) add(entry);
  const all: readonly EventMemory[] = Object.values(memories);
  return {
    marks,
    runs,
    hasTaken: (event) => all.some((memory) => memory.has(event)) || open.has(event),
    add,
    toEntries: () => toEntries({ marks, runs, taken: all.flatMap((memory) => [...memory.values()]), open }),
  };
}

type EventMemory = Map<string, HookEvent>;

type Memory = 'received' | 'many' | 'others';

/**
 * A burst of changes must neither let somebody send again what was received before, nor make a commit another one that a git hook told and
 * the watch has yet to see.
 */
function memoryOf({ name }: HookEvent): Memory {
  if (name === 'webhook') return 'received';
  return name.startsWith('file.') || name.startsWith('hook.') ? 'many' : 'others';
}

interface FoldedRun extends JournalRun {
  readonly events: HookEvent[];
}

interface OpenEvent {
  readonly event: HookEvent;
  /** Those that have not ended. */
  readonly runs: Map<string, PlannedRun>;
}

interface Folded {
  readonly marks: ReadonlyMap<string, unknown>;
  readonly runs: ReadonlyMap<string, JournalRun>;
  readonly taken: readonly HookEvent[];
  readonly open: ReadonlyMap<string, OpenEvent>;
}

function toEntries({ marks, runs, taken, open }: Folded): readonly JournalEntry[] {
  const over = taken.filter(({ id }) => !open.has(id));
  const started = [...runs].filter(([, run]) => run.started !== undefined);
  return [
    ...(marks.size === 0 ? [] : [{ type: 'marked' as const, marks: Object.fromEntries(marks) }]),
    ...over.map((event) => ({ type: 'taken' as const, event, runs: [] })),
    ...[...open.values()].map(({ event, runs }) => ({ type: 'taken' as const, event, runs: [...runs.values()] })),
    ...started.map(([run, { started }]) => ({
      type: 'started' as const,
      run,
      repeatable: started?.repeatable ?? false,
    })),
  ];
}

/** Only the id counts later, so nothing else is kept of the event. */
function remember(taken: EventMemory, { id, name, at }: HookEvent): void {
  taken.delete(id);
  taken.set(id, { id, name, at, context: {}, chain: [] });
  if (taken.size <= REMEMBERED) return;
  const [oldest] = taken.keys();
  if (oldest !== undefined) taken.delete(oldest);
}

function setMarks(marks: Map<string, unknown>, changes: Marks): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) marks.delete(name);
    else marks.set(name, value);
  }
}
