import type { Trigger } from '../hook/hook.ts';
import { createZone, type Zone } from './create-zone.ts';
import { findNextTime } from './find-next-time.ts';
import { parseCron } from './parse-cron.ts';

/** When the schedule of a trigger is due after a moment, in milliseconds since 1970. */
export type FindNextRun = (trigger: Pick<Trigger, 'cron' | 'timeZone'>, after: number) => number | undefined;

/** Finds when schedules are due; those that name no time zone follow `machineZone`, or UTC where that is not known. */
export function createFindNextRun(machineZone: string): FindNextRun {
  // Making a zone takes far longer than using it.
  const zones = new Map<string, Zone | undefined>();
  const zoneOf = (name: string): Zone | undefined => {
    if (!zones.has(name)) zones.set(name, createZone(name));
    return zones.get(name);
  };
  const find: FindNextRun = ({ cron = '', timeZone }, after) => {
    const zone = timeZone === undefined ? (zoneOf(machineZone) ?? zoneOf('UTC')) : zoneOf(timeZone);
    const parsed = parseCron(cron);
    return zone === undefined || 'problem' in parsed ? undefined : findNextTime(parsed.cron, zone, after);
  };
  // The same schedules are asked about again and again, mostly for the same next time.
  const found = new Map<string, { readonly after: number; readonly next: number | undefined }>();
  return (trigger, after) => {
    const key = `${trigger.cron ?? ''}\n${trigger.timeZone ?? ''}`;
    const last = found.get(key);
    if (last !== undefined && last.after <= after && after < (last.next ?? Infinity)) return last.next;
    const next = find(trigger, after);
    found.set(key, { after, next });
    return next;
  };
}
