import { toIsoTime } from '@toolyard/core';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After so many days a date says more than a count. */
const COUNTED_DAYS = 30;

const UNKNOWN = 'at an unknown time';

/** How long ago something was, as people say it: `2 min ago`; both in milliseconds since 1970. */
export function describeAgo(at: number, now: number): string {
  const passed = now - at;
  if (Number.isNaN(passed)) return UNKNOWN;
  // Clocks of machines differ by a little, so what seems to be to come has just been.
  if (passed < 5 * SECOND) return 'just now';
  return passed >= COUNTED_DAYS * DAY ? `on ${toDate(at)}` : `${toSpan(passed)} ago`;
}

/** When something will be: `in 2 min`, or `now` where that is over; both in milliseconds since 1970. */
export function describeIn(at: number, now: number): string {
  const left = at - now;
  if (Number.isNaN(left)) return UNKNOWN;
  if (left < SECOND) return 'now';
  return left >= COUNTED_DAYS * DAY ? `on ${toDate(at)}` : `in ${toSpan(left)}`;
}

/** How long something took, to two digits or so: `142 ms`, `3.2 s`, `2 min 5 s`. */
export function describeDuration(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`;
  return toParts(ms);
}

/** How long something has been going on, in whole seconds: `3 s`. */
export function describeElapsed(since: number, now: number): string {
  const ms = Math.max(0, now - since);
  return ms < MINUTE ? `${Math.floor(ms / SECOND)} s` : toParts(ms);
}

function toParts(ms: number): string {
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h ${Math.floor((ms % HOUR) / MINUTE)} min`;
  return `${Math.floor(ms / MINUTE)} min ${Math.floor((ms % MINUTE) / SECOND)} s`;
}

function toSpan(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  const days = Math.floor(ms / DAY);
  return days === 1 ? '1 day' : `${days} days`;
}

function toDate(ms: number): string {
  return toIsoTime(ms).slice(0, 10);
}
