import type { Cron } from './parse-cron.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** 29 February falls on the same day of the week again after 40 years at most. */
const HORIZON_MS = 41 * 366 * DAY_MS;

/**
 * The first time after another that an expression names, both as a clock on the wall shows them: milliseconds since 1970, as if
 * that clock were in UTC. `undefined` where there is no such day at all.
 */
export function findNextWallTime(cron: Cron, after: number): number | undefined {
  const start = (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS;
  let day = Math.floor(start / DAY_MS) * DAY_MS;
  let minute = (start - day) / MINUTE_MS;
  while (day < start + HORIZON_MS) {
    const date = new Date(day);
    if (!cron.months.has(date.getUTCMonth() + 1)) {
      day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
      minute = 0;
      continue;
    }
    const found = isDayOf(cron, date) ? findMinute(cron, minute) : undefined;
    if (found !== undefined) return day + found * MINUTE_MS;
    day += DAY_MS;
    minute = 0;
  }
  return undefined;
}

function isDayOf({ days, weekdays, isEitherDay }: Cron, date: Date): boolean {
  const isDay = days.has(date.getUTCDate());
  const isWeekday = weekdays.has(date.getUTCDay());
  return isEitherDay ? isDay || isWeekday : isDay && isWeekday;
}

/** The first minute of a day, from that one on. */
function findMinute({ hours, minutes }: Cron, from: number): number | undefined {
  for (const hour of hours) {
    if (hour * 60 + 59 < from) continue;
    const minute = minutes.find((each) => hour * 60 + each >= from);
    if (minute !== undefined) return hour * 60 + minute;
  }
  return undefined;
}
