import { AGENT_OPERATIONS } from '../hook/agent-operations.ts';
import { isEventName } from './parse-new-event.ts';
import { valuesOfEvent } from './values-of-event.ts';

/** Known from where and when the event is fired, or without a name of its own. */
const LEFT_OUT: ReadonlySet<string> = new Set(['event', 'timestamp', 'workspace', 'user', 'data']);

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  agent: [...new Set(AGENT_OPERATIONS.map(({ agent }) => agent))],
  operation: [...new Set(AGENT_OPERATIONS.map(({ operation }) => operation))],
  timing: ['before', 'after'],
};

/** What can be typed to give an event its values: `operation=plan` where all are known, else `path=`. */
export function listEventData(event: string): readonly string[] {
  const names = (isEventName(event) && valuesOfEvent({ event })) || [];
  return names.flatMap((name) =>
    LEFT_OUT.has(name) ? [] : (CHOICES[name] ?? ['']).map((value) => `${name}=${value}`),
  );
}
