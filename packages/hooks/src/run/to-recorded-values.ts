import type { RunRecord } from './run-record.ts';

/** The values of an event from its record, without those of which the record has only a part, or that it masks. */
export function toRecordedValues({
  context,
  cut = [],
}: Pick<RunRecord['event'], 'context' | 'cut'>): Record<string, unknown> {
  const whole = Object.entries(context).filter(([name]) => name !== 'event' && !cut.includes(name));
  // An event without a branch has none again, whatever is checked out now.
  return { branch: null, ...Object.fromEntries(whole) };
}
