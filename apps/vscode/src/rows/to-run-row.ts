import { cutText, isJsonObject, toVisibleJsonText } from '@toolyard/core';
import { describeChain, nameEvent, type RunRecord, type RunStatus } from '@toolyard/hooks';
import type { LiveRun } from '../folder/folder.ts';
import { describeAgo, describeDuration, describeElapsed } from './describe-time.ts';
import type { ViewRow } from './row.ts';
import { createTextRow, joinFacts, toRowText } from './text-row.ts';
import { toMarkdownBlock, toMarkdownFacts, toMarkdownText } from './to-markdown.ts';

const ICONS: Readonly<Record<RunStatus, NonNullable<ViewRow['icon']>>> = {
  success: { name: 'pass', color: 'testing.iconPassed' },
  error: { name: 'error', color: 'testing.iconFailed' },
  timeout: { name: 'watch', color: 'testing.iconFailed' },
  cancelled: { name: 'circle-slash', color: 'disabledForeground' },
  interrupted: { name: 'debug-disconnect', color: 'testing.iconFailed' },
  skipped: { name: 'debug-step-over', color: 'testing.iconSkipped' },
  refused: { name: 'sync-ignored', color: 'list.warningForeground' },
};

/** More members of the input are in what "Show Run" opens. */
const SHOWN_MEMBERS = 20;

/** More characters of a value than a row shows. */
const SHORT_LENGTH = 300;

/** A run that somebody should know of: it failed, or nobody knows how far it came, or its server was not there. */
export function isFailure({ status, unavailable }: Pick<RunRecord, 'status' | 'unavailable'>): boolean {
  return status === 'error' || status === 'timeout' || status === 'interrupted' || unavailable === true;
}

/** How the row of a run is made: below its hook it does not need the name of it. */
export interface RunRowOptions {
  readonly now: number;
  readonly isNamed: boolean;
}

/** The row of a run that has ended, with what it was given and what came of it below. */
export function toRunRow(id: string, folder: string, record: RunRecord, { now, isNamed }: RunRowOptions): ViewRow {
  const { status, ms, reason } = record;
  const { tooltip, children } = keepDetails(id, record);
  const ago = describeAgo(Date.parse(record.endedAt), now);
  const label = toRowText(isNamed ? (record.name ?? record.hook) : `${status} ${ago}`);
  const description = joinFacts([
    isNamed ? status : undefined,
    ms === undefined ? undefined : describeDuration(ms),
    isNamed ? ago : undefined,
    reason === undefined ? undefined : toRowText(reason),
  ]);
  return {
    id,
    label,
    ...(description === undefined ? {} : { description }),
    tooltip,
    accessibleLabel: [label, description].filter((text) => text !== undefined).join(', '),
    icon: ICONS[status],
    context: 'run.ended',
    children,
    subject: { kind: 'run', folder, run: record.id },
  };
}

/** The row of a run that has not ended. */
export function toLiveRow(folder: string, { id, hook, target, startedAt }: LiveRun, now: number): ViewRow {
  const elapsed = `running ${describeElapsed(startedAt, now)}`;
  return {
    id: toRunRowId(folder, id),
    label: toRowText(hook),
    description: joinFacts([elapsed, toRowText(target)]) ?? elapsed,
    tooltip: toMarkdownFacts({ Hook: hook, Runs: target }),
    icon: { name: 'sync~spin' },
    context: 'run.live',
    subject: { kind: 'run', folder, run: id },
  };
}

/** The id that a run has in the view of runs, from its beginning to long after its end. */
export function toRunRowId(folder: string, run: string): string {
  return `run:${folder}:${run}`;
}

/** What of a run's row never changes. */
interface Details {
  readonly tooltip: string;
  readonly children: readonly ViewRow[];
}

/** Records never change, and the rows of hundreds are asked for each second; those of a record go with it. */
const kept = new WeakMap<RunRecord, Map<string, Details>>();

function keepDetails(id: string, record: RunRecord): Details {
  const ofRecord = kept.get(record) ?? new Map<string, Details>();
  kept.set(record, ofRecord);
  const details = ofRecord.get(id) ?? { tooltip: describeRunRow(record), children: detailRows(id, record) };
  ofRecord.set(id, details);
  return details;
}

function describeRunRow(record: RunRecord): string {
  const { name, hook, status, reason, ms, endedAt } = record;
  const facts = toMarkdownFacts({
    Status: reason === undefined ? status : `${status}: ${reason}`,
    Event: nameEvent(record),
    Runs: record.target,
    Ended: endedAt,
    Took: ms === undefined ? undefined : describeDuration(ms),
  });
  return `**${toMarkdownText(name ?? hook)}**\n\n${facts}`;
}

function detailRows(owner: string, record: RunRecord): readonly ViewRow[] {
  const { reason, target, attempts, chain, replayOf, repeated } = record;
  const facts: Readonly<Record<string, string | undefined>> = {
    Reason: reason,
    Event: nameEvent(record),
    Calls: target,
  };
  const more: Readonly<Record<string, string | undefined>> = {
    Attempts: attempts > 1 ? String(attempts) : undefined,
    Chain: chain.length === 0 ? undefined : describeChain(record),
    'Replay of': replayOf,
    Repeated: repeated === true ? 'Toolyard ended while it ran, so it was run again' : undefined,
  };
  return [
    ...factRows(owner, facts),
    ...valueRows(owner, 'Input', record.arguments),
    ...valueRows(owner, 'Output', record.text ?? record.result),
    ...factRows(owner, more),
  ];
}

function factRows(owner: string, facts: Readonly<Record<string, string | undefined>>): readonly ViewRow[] {
  return Object.entries(facts).flatMap(([name, text]) =>
    text === undefined
      ? []
      : [createTextRow(`${owner}:${name}`, name, { description: toRowText(text), tooltip: toMarkdownText(text) })],
  );
}

/** A value on one line, whole in the tooltip, and member by member below where it has any. */
function valueRows(owner: string, name: string, value: unknown): readonly ViewRow[] {
  if (value === undefined) return [];
  const id = `${owner}:${name}`;
  const members = isJsonObject(value) ? Object.entries(value) : [];
  const children = members.slice(0, SHOWN_MEMBERS).map(([key, member], index) =>
    createTextRow(`${id}:${index}`, key === '' ? '""' : key, {
      description: toRowText(toShortText(member)),
      tooltip: toMarkdownBlock(toWholeText(member)),
    }),
  );
  return [
    createTextRow(id, name, {
      description: toRowText(toShortText(value)),
      tooltip: toMarkdownBlock(toWholeText(value)),
      ...(children.length === 0 ? {} : { children }),
    }),
  ];
}

/** Cut before anything else is done with it: values are large, and rows are made often. */
function toShortText(value: unknown): string {
  const text = cutText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), SHORT_LENGTH);
  return typeof value === 'string' ? text : toVisibleJsonText(text);
}

function toWholeText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
}
