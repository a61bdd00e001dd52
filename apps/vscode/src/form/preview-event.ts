import { convertJson, isJsonObject } from '@toolyard/core';
import { sampleValues, type EventName, type RunRecord } from '@toolyard/hooks';
import { SAMPLE, type FormState } from './form-state.ts';
import { eventOf } from './hook-draft.ts';
import { listRecentEvents, withoutFacts } from './list-recent-events.ts';
import type { FieldChoice } from './protocol.ts';

/** The event that a preview is made for. */
export interface PreviewEvent {
  readonly name: EventName;
  readonly choices: readonly FieldChoice[];
  readonly chosen: string;
  /** The values as JSON. */
  readonly text: string;
  /** Absent where the text is wrong. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly problem?: string;
}

/** The chosen event: the newest of this kind that hooks ran for, unless a person chose another or typed a sample. */
export function toPreviewEvent(form: FormState, runs: readonly RunRecord[]): PreviewEvent {
  const name = eventOf(form.draft);
  const recent = listRecentEvents(runs, name);
  const choices = [
    ...recent.map(({ id, label }) => ({ value: id, label })),
    { value: SAMPLE, label: 'Sample', about: 'Values that you can edit.' },
  ];
  const wanted = form.event === SAMPLE ? undefined : (recent.find(({ id }) => id === form.event) ?? recent[0]);
  if (wanted !== undefined) {
    const text = JSON.stringify(wanted.values, undefined, 2);
    return { name, choices, chosen: wanted.id, text, values: wanted.values };
  }
  const text = form.sample ?? JSON.stringify(withoutFacts(sampleValues(name)), undefined, 2);
  return { name, choices, chosen: SAMPLE, text, ...readSample(text) };
}

function readSample(text: string): Pick<PreviewEvent, 'values' | 'problem'> {
  const read = convertJson(text);
  if ('problem' in read) return { problem: `The sample ${read.problem}` };
  return isJsonObject(read.value) ? { values: read.value } : { problem: 'The sample must be a JSON object' };
}
