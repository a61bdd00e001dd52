import type { EventName } from '../hook/hook.ts';
import type { NewEvent } from './hook-event.ts';
import type { Marks } from './marks.ts';

/** An event, and the marks by which it is not found again. */
export interface FoundGitEvent {
  readonly event: NewEvent;
  readonly marks: Marks;
}

/** Between which two looks something was found, in milliseconds since 1970. */
export type LookTimes = readonly [before: number, now: number];

/** What git did, without its time. */
export interface GitFact {
  readonly name: EventName;
  readonly values: Readonly<Record<string, string | null | undefined>>;
  /** Absent where no line of a log tells it: then there is nothing by which two could know that they saw the same. */
  readonly id?: string | undefined;
}

// git takes its seconds from a coarser clock than ours.
const SLACK_MS = 1000;

/**
 * An event of git at the time of its line. A commit can carry any time, and a wrong one would hide that it appeared during a
 * run: where the time lies outside of the two looks, or there is none, the event may have appeared anywhere between them.
 */
export function toGitEvent(
  { name, id, ...given }: GitFact,
  seconds: number | undefined,
  [before, now]: LookTimes,
): NewEvent & { readonly at: number } {
  const values = Object.fromEntries(Object.entries(given.values).filter(([, value]) => value !== undefined));
  const event = { name, values, ...(id !== undefined && { id }) };
  const at = (seconds ?? 0) * 1000;
  const isPlausible = at + 999 + SLACK_MS >= before && at <= now + SLACK_MS;
  if (isPlausible) return { ...event, at, window: [at, at + 999] };
  return { ...event, at: now, window: [Math.min(before, now), now] };
}
