import { toVisibleLine } from '@toolyard/core';
import {
  EVENT_NAMES,
  nameEvent,
  sampleValues,
  toRecordedValues,
  toShownTime,
  type EventName,
  type RunRecord,
} from '@toolyard/hooks';
import type { Folder, ShownHook } from '../folder/folder.ts';
import { withoutFacts } from '../form/list-recent-events.ts';
import type { Editor } from '../ports/editor.ts';
import type { PickChoice } from '../ports/pick-choice.ts';
import { editValues } from './edit-values.ts';

/** An event that a person chose. */
export interface ChosenEvent {
  readonly name: EventName;
  readonly values: Readonly<Record<string, unknown>>;
  /** The values that its record has cut or masked, so that the event goes without them. */
  readonly cut: readonly string[];
}

/** Which events are offered, and for which command. */
export interface EventQuestion {
  readonly title: string;
  /** The hook whose events come first; absent where all hooks are meant. */
  readonly hook?: ShownHook;
  /** Also those of every other name. */
  readonly others: boolean;
}

const RECENT = 20;

type Offer = { readonly record: RunRecord } | { readonly name: EventName };

/** Asks which event is meant: one that happened lately, or one with sample values that can be edited; `undefined` where the person leaves. */
export async function chooseEvent(
  editor: Editor,
  folder: Folder,
  { title, hook, others }: EventQuestion,
): Promise<ChosenEvent | undefined> {
  const own = hook?.resolved.known.hook.trigger.event;
  const names = [...(own === undefined ? [] : [own]), ...(others ? EVENT_NAMES.filter((name) => name !== own) : [])];
  const choices = [...listRecent(folder, hook).map(toRecentChoice), ...names.map(toSampleChoice)];
  const offer = await editor.pick<Offer>(choices, { title, placeholder: 'For which event?' });
  if (offer === undefined) return undefined;
  if ('record' in offer) {
    const { event } = offer.record;
    return { name: event.name, values: toRecordedValues(event), cut: event.cut ?? [] };
  }
  const { name } = offer;
  const values = await editValues(editor, { title: `${title}: ${name}`, values: startValues(name, hook) });
  return values === undefined ? undefined : { name, values, cut: [] };
}

/** Each event once, the newest first. */
function listRecent(folder: Folder, hook: ShownHook | undefined): readonly RunRecord[] {
  const id = hook?.resolved.known.hook.id;
  const byEvent = new Map<string, RunRecord>();
  for (const run of folder.state().runs) {
    if (byEvent.size >= RECENT) break;
    if ((id === undefined || run.hook === id) && !byEvent.has(run.event.id)) byEvent.set(run.event.id, run);
  }
  return [...byEvent.values()];
}

function toRecentChoice(record: RunRecord): PickChoice<Offer> {
  const ended = `${toVisibleLine(record.hook)}: ${record.status}`;
  return { label: nameEvent(record), description: `${toShownTime(record.event.at)} · ${ended}`, value: { record } };
}

function toSampleChoice(name: EventName): PickChoice<Offer> {
  return { label: name, description: 'sample, with values that you can edit', value: { name } };
}

/** A schedule and a webhook are for one hook, and only a batch has several paths. */
function startValues(name: EventName, hook: ShownHook | undefined): Readonly<Record<string, unknown>> {
  const { paths, ...values } = withoutFacts(sampleValues(name));
  const { id, trigger } = hook?.resolved.known.hook ?? {};
  const isAddressed = name === 'schedule' || name === 'webhook';
  return {
    ...values,
    ...(trigger?.batch === true && paths !== undefined && { paths }),
    ...(isAddressed && id !== undefined && { hook: id }),
  };
}
