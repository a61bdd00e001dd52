import { cutText, toVisible, toVisibleLine } from '@toolyard/core';
import { nameEvent } from './name-event.ts';
import type { RunRecord, RunStatus } from './run-record.ts';

const TARGETS: Readonly<Record<RunRecord['action'], string>> = {
  mcp: 'tool',
  custom: 'program',
  git: 'action',
  github: 'action',
  agent: 'action',
};

type Row = readonly [label: string, text: string];

/** How the words of a run are set apart; plain where absent. */
export interface RunPaint {
  label(text: string): string;
  status(status: RunStatus): string;
}

const PLAIN: RunPaint = { label: (text) => text, status: (status) => status };

/** All that is known about a run, for people, in lines. */
export function describeRun(record: RunRecord, paint: RunPaint = PLAIN): string[] {
  const rows: readonly Row[] = [...aboutRun(record, paint), ...aboutTimes(record), ...aboutCause(record)];
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return [
    ...rows.map(([label, text]) => `${paint.label(label.padEnd(width))}${text}`),
    ...describeValue('arguments', record.arguments, paint),
    ...describeValue('context', record.event.context, paint),
    ...describeValue('result', record.result, paint),
    ...describeValue('text', record.text, paint),
  ];
}

function aboutRun(record: RunRecord, paint: RunPaint): Row[] {
  const { id, hook, name, source, status, reason, server, action, target, attempts } = record;
  const called = name === undefined ? '' : ` (${toVisibleLine(name)})`;
  return [
    ['run', toVisibleLine(id)],
    ['hook', `${toVisibleLine(hook)}${called}, of the ${source}`],
    ['status', `${paint.status(status)}${reason === undefined ? '' : `: ${toVisibleLine(reason)}`}`],
    ['event', `${nameEvent(record)}, ${toShownTime(record.event.at)}, id ${toVisibleLine(record.event.id)}`],
    [TARGETS[action], toVisibleLine(target)],
    ...(server === undefined ? [] : [toServerRow(server)]),
    ['attempts', String(attempts)],
  ];
}

function toServerRow({ key, state, status }: NonNullable<RunRecord['server']>): Row {
  return ['server', `${toVisibleLine(key)} was ${toVisibleLine(state)} (${status})`];
}

function aboutTimes({ queuedAt, startedAt, endedAt, ms }: RunRecord): Row[] {
  return [
    ['queued', toShownTime(queuedAt)],
    ...(startedAt === undefined ? [] : [['started', toShownTime(startedAt)] as const]),
    ['ended', `${toShownTime(endedAt)}${ms === undefined ? '' : `, after ${Math.round(ms)} ms`}`],
  ];
}

function aboutCause(record: RunRecord): Row[] {
  const { chain, repeated, replayOf } = record;
  return [
    ...(chain.length === 0 ? [] : [['chain', describeChain(record)] as const]),
    ...(repeated === true ? [['repeated', 'yes: Toolyard ended while it ran, and it may run twice'] as const] : []),
    ...(replayOf === undefined ? [] : [['replay of', toVisibleLine(replayOf)] as const]),
  ];
}

function describeValue(label: string, value: unknown, paint: RunPaint): string[] {
  if (value === undefined) return [];
  const lines = JSON.stringify(value, undefined, 2).split('\n');
  return [paint.label(label), ...lines.map((line) => `  ${showLine(line)}`)];
}

/** A tool may give a megabyte on one line. */
const VALUE_LINE = 10_000;

function showLine(line: string): string {
  if (line.length <= VALUE_LINE) return toVisible(line);
  return `${toVisible(cutText(line, VALUE_LINE))} (cut; ${line.length} characters in all)`;
}

/** The hooks that led to a run, and its own: `a → b (guessed) → a`. */
export function describeChain({ chain, hook }: Pick<RunRecord, 'chain' | 'hook'>): string {
  const links = chain.map((link) => `${toVisibleLine(link.hook)}${link.inferred ? ' (guessed)' : ''}`);
  return [...links, toVisibleLine(hook)].join(' → ');
}

/** A time of a record for people, in UTC as in the log of the servers. */
export function toShownTime(at: string): string {
  return toVisibleLine(at).replace('T', ' ');
}
