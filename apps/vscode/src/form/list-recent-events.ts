import { cutText } from '@toolyard/core';
import { toRecordedValues, type EventName, type RunRecord } from '@toolyard/hooks';

/** An event that happened, to try a hook with. */
export interface RecentEvent {
  readonly id: string;
  readonly label: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const MAX_EVENTS = 10;
const TELLING = ['path', 'message', 'task', 'command', 'operation', 'branch', 'hook', 'scheduled'];

/** The last events of this name that hooks ran for, the newest first. */
export function listRecentEvents(runs: readonly RunRecord[], name: EventName): readonly RecentEvent[] {
  const found = new Map<string, RecentEvent>();
  for (const { event } of runs) {
    if (event.name !== name || found.has(event.id)) continue;
    found.set(event.id, { id: event.id, label: toEventText(event), values: withoutFacts(toRecordedValues(event)) });
    if (found.size === MAX_EVENTS) break;
  }
  return [...found.values()];
}

function toEventText({ at, context }: RunRecord['event']): string {
  const telling = TELLING.map((name) => context[name]).find((value) => typeof value === 'string');
  const time = at.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC');
  return typeof telling === 'string' ? `${time}: ${cutText(telling, 60)}` : time;
}

const FACTS: ReadonlySet<string> = new Set(['event', 'timestamp', 'workspace', 'user']);

/** The values of an event that its source gave: what is added to every event again would only be in the way of somebody who edits them. */
export function withoutFacts(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given = Object.entries(values).filter(([name, value]) => !FACTS.has(name) && value !== null);
  return Object.fromEntries(given);
}
