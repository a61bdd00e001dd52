import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isJsonObject } from '@toolyard/core';
import type { Hook, KnownHook } from '../hook/hook.ts';
import type { FindNextRun } from '../schedule/create-find-next-run.ts';
import type { NewEvent } from './hook-event.ts';
import type { Marks } from './marks.ts';

/** What the marks of schedules start with; the id of the hook follows. */
const SCHEDULE_MARK = 'schedule:';
/** So late, a run is still on time: a machine that is busy wakes late, and an engine that starts again takes a moment. */
const ON_TIME_MS = 60_000;
/** A clock that is put back by more was wrong before, and nothing that it said counts any more. */
const CORRECTED_MS = 3 * 3_600_000;
/** Counting further would take its time, and tells nobody anything. */
const MAX_MISSED = 1000;

/** How far a schedule was followed. */
interface ScheduleMark {
  readonly cron: string;
  readonly timeZone?: string;
  /** All times up to this one are done with, in milliseconds since 1970. */
  readonly at: number;
}

/** What schedules are compared with. */
export interface ScheduleLook {
  readonly marks: ReadonlyMap<string, unknown>;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly findNextRun: FindNextRun;
}

/** What is due, and when to look again. */
export interface ScheduledEvents {
  /** One for each hook that is due, with the mark by which it is not found again. */
  readonly events: readonly { readonly event: NewEvent; readonly marks: Marks }[];
  /** Of schedules that are new, have changed, are gone, or leave out what they missed. */
  readonly marks: Marks;
  /** When the first of all schedules is due next, in milliseconds since 1970; absent where none is. */
  readonly next?: number;
}

/** Finds the schedules that became due since their marks; nothing that was due before a schedule was first seen counts. */
export function findScheduledEvents(hooks: readonly KnownHook[], look: ScheduleLook): ScheduledEvents {
  const scheduled = hooks.filter(hasSchedule);
  const names = new Set(scheduled.map(({ hook }) => toMarkName(hook)));
  const gone = [...look.marks.keys()].filter((name) => name.startsWith(SCHEDULE_MARK) && !names.has(name));
  const steps = scheduled.map(({ hook }) => ({ ...followSchedule(hook, look), name: toMarkName(hook) }));
  const nexts = steps.flatMap(({ next }) => (next === undefined ? [] : [next]));
  return {
    events: steps.flatMap(({ name, event, mark }) => (event === undefined ? [] : [{ event, marks: { [name]: mark } }])),
    marks: Object.fromEntries([
      ...gone.map((name) => [name, null]),
      ...steps.flatMap(({ name, event, mark }) => (event === undefined && mark !== undefined ? [[name, mark]] : [])),
    ]),
    ...(nexts.length > 0 && { next: Math.min(...nexts) }),
  };
}

/** Whether a hook runs by the clock. */
export function hasSchedule({ hook }: KnownHook): boolean {
  return hook.enabled && hook.trigger.event === 'schedule' && hook.trigger.cron !== undefined;
}

function toMarkName({ id }: Hook): string {
  return `${SCHEDULE_MARK}${id}`;
}

/** What a look at one schedule gives. */
interface ScheduleStep {
  readonly event?: NewEvent;
  /** Absent where the one there is stays. */
  readonly mark?: ScheduleMark;
  readonly next?: number | undefined;
}

function followSchedule(hook: Hook, { marks, now, findNextRun }: ScheduleLook): ScheduleStep {
  const { cron = '', timeZone, missed } = hook.trigger;
  const markAt = (at: number): ScheduleMark => ({ cron, ...(timeZone !== undefined && { timeZone }), at });
  const nextAfter = (at: number): number | undefined => findNextRun(hook.trigger, at);
  const mark = readScheduleMark(marks.get(toMarkName(hook)));
  if (mark === undefined || mark.cron !== cron || mark.timeZone !== timeZone || now < mark.at - CORRECTED_MS) {
    return { mark: markAt(now), next: nextAfter(now) };
  }
  const first = nextAfter(mark.at);
  if (first === undefined || first > now) return { next: first };
  const last = findLast(nextAfter, first, now);
  const followed = { mark: markAt(last), next: nextAfter(last) };
  if (missed === 'skip') {
    return last < now - ON_TIME_MS ? followed : { ...followed, event: toEvent(hook, last, 0) };
  }
  return { ...followed, event: toEvent(hook, last, countBefore(nextAfter, first, last)) };
}

/** The last of the times from `first` on that are not later than now. */
function findLast(nextAfter: (at: number) => number | undefined, first: number, now: number): number {
  let [last, end] = [first, now];
  while (last < end) {
    const middle = Math.floor((last + end) / 2);
    const next = nextAfter(middle);
    if (next !== undefined && next <= now) last = next;
    else end = middle;
  }
  return last;
}

function countBefore(nextAfter: (at: number) => number | undefined, first: number, last: number): number {
  let count = 0;
  for (let at: number | undefined = first; at !== undefined && at < last && count < MAX_MISSED; count++) {
    at = nextAfter(at);
  }
  return count;
}

function toEvent({ id, trigger }: Hook, due: number, missed: number): NewEvent {
  const scheduled = new Date(due).toISOString();
  const { cron, timeZone = '' } = trigger;
  const hash = bytesToHex(sha256(utf8ToBytes(`${cron}\n${timeZone}`))).slice(0, 8);
  // Two engines that find the same time mean the same event.
  return { name: 'schedule', values: { hook: id, scheduled, missed }, id: `schedule-${id}-${scheduled}-${hash}` };
}

/** `undefined` where there is no mark, or none that is understood. */
function readScheduleMark(value: unknown): ScheduleMark | undefined {
  if (!isJsonObject(value)) return undefined;
  const { cron, timeZone, at } = value;
  if (typeof cron !== 'string' || typeof at !== 'number') return undefined;
  return { cron, ...(typeof timeZone === 'string' && { timeZone }), at };
}
