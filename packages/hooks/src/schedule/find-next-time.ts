import type { Zone } from './create-zone.ts';
import { findNextWallTime } from './find-next-wall-time.ts';
import type { Cron } from './parse-cron.ts';

const DAY_MS = 86_400_000;
/** Clocks never change twice within that time. */
const LOOK_MS = 7 * DAY_MS;

/**
 * The first moment after another at which a schedule is due, in milliseconds since 1970; `undefined` where it never is again.
 *
 * Where clocks are put forward, a fixed time that is left out is due at the moment of the change. Where they are put back, a fixed
 * time that comes twice is due the first time only. All others are due whenever a clock on the wall shows them.
 */
export function findNextTime(cron: Cron, zone: Zone, after: number): number | undefined {
  let at = after;
  let offset = zone.offsetAt(at);
  let wall = cron.isFixed ? Math.max(at + offset, findEndOfRepeat(zone, at, offset)) : at + offset;
  for (;;) {
    const next = findNextWallTime(cron, wall);
    if (next === undefined) return undefined;
    const change = findChange(zone, at, next - offset);
    if (change === undefined) return next - offset;
    const before = change + offset;
    offset = zone.offsetAt(change);
    const now = change + offset;
    if (cron.isFixed && next < now) return change;
    // The search is for what comes later than `wall`, and the moment of the change itself counts.
    wall = (cron.isFixed ? Math.max(before, now) : now) - 1;
    at = change;
  }
}

/** Up to when a clock on the wall shows what it showed before, because it was put back within the last day. */
function findEndOfRepeat(zone: Zone, at: number, offset: number): number {
  const change = zone.offsetAt(at - DAY_MS) > offset ? findChange(zone, at - DAY_MS, at) : undefined;
  return change === undefined ? -Infinity : change + zone.offsetAt(change - 1) - 1;
}

/** The first moment of another offset in (from, to]. */
function findChange(zone: Zone, from: number, to: number): number | undefined {
  const offset = zone.offsetAt(from);
  let before = from;
  while (before < to) {
    const end = Math.min(before + LOOK_MS, to);
    if (zone.offsetAt(end) !== offset) return bisect(before, end, (at) => zone.offsetAt(at) !== offset);
    before = end;
  }
  return undefined;
}

/** The first whole number in (from, to] for which something is true, where it is for `to` and all between that and the first. */
function bisect(from: number, to: number, isTrue: (at: number) => boolean): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isTrue(middle)) high = middle;
    else low = middle;
  }
  return high;
}
