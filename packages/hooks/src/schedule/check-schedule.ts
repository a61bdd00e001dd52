import { findNearest } from '@toolyard/core';
import { createZone } from './create-zone.ts';
import { findNextWallTime } from './find-next-wall-time.ts';
import { parseCron } from './parse-cron.ts';

/** What is wrong with a cron expression, which field of it, as a sentence; `undefined` where nothing is. */
export function checkCron(text: string): string | undefined {
  const parsed = parseCron(text);
  if ('problem' in parsed) return `cron ${JSON.stringify(text)}: ${parsed.problem}`;
  // Of all days there are in 41 years none is meant.
  return findNextWallTime(parsed.cron, 0) === undefined
    ? `cron ${JSON.stringify(text)} never matches, because its months have no such day`
    : undefined;
}

/** What is wrong with the name of a time zone, as a sentence; `undefined` where nothing is. */
export function checkTimeZone(name: string): string | undefined {
  if (createZone(name) !== undefined) return undefined;
  const nearest = findNearest(name, [...Intl.supportedValuesOf('timeZone'), 'UTC']);
  const advice = nearest === undefined ? 'use a name such as "Europe/Berlin" or "UTC"' : `did you mean "${nearest}"?`;
  return `Unknown time zone ${JSON.stringify(name)}; ${advice}`;
}
