import type { HooksPlace } from '@toolyard/host/hooks';
import { listInbox } from '@toolyard/node';

/** A line about events that no engine has taken yet; empty where none wait. */
export async function describeWaiting({ inbox }: Pick<HooksPlace, 'inbox'>): Promise<string> {
  const { length } = await listInbox(inbox);
  if (length === 0) return '';
  const events = length === 1 ? '1 event waits' : `${length} events wait`;
  return `${events} for the next Toolyard that runs these hooks. Run "toolyard hooks watch" to start one.\n`;
}
