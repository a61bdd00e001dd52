import { toVisibleLine } from '@toolyard/core';
import type { RunRecord } from '@toolyard/hooks';
import type { Screen } from '../../terminal/create-screen.ts';
import { nameEvent, renderChain, RUN_TONES, toShownTime } from './render-run.ts';

const TARGETS: Readonly<Record<RunRecord['action'], string>> = {
  mcp: 'tool',
  custom: 'program',
  git: 'action',
  github: 'action',
  agent: 'action',
};

type Row = readonly [label: string, text: string];

/** All that is known about a run, for people. */
export function renderWholeRun(record: RunRecord, screen: Pick<Screen, 'paint'>): string[] {
  const rows: readonly Row[] = [...aboutRun(record, screen), ...aboutTimes(record), ...aboutCause(record)];
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return [
    ...rows.map(([label, text]) => `${screen.paint('quiet', label.padEnd(width))}${text}`),
    ...renderValue('arguments', record.arguments, screen),
    ...renderValue('context', record.event.context, screen),
    ...renderValue('result', record.result, screen),
    ...renderValue('text', record.text, screen),
  ];
}

function aboutRun(record: RunRecord, screen: Pick<Screen, 'paint'>): Row[] {
  const { id, hook, name, source, status, reason, server, action, target, attempts } = record;
  const called = name === undefined ? '' : ` (${toVisibleLine(name)})`;
  return [
    ['run', toVisibleLine(id)],
    ['hook', `${toVisibleLine(hook)}${called}, of the ${source}`],
    ['status', `${screen.paint(RUN_TONES[status], status)}${reason === undefined ? '' : `: ${toVisibleLine(reason)}`}`],
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
    ...(chain.length === 0 ? [] : [['chain', renderChain(record)] as const]),
    ...(repeated === true ? [['repeated', 'yes: Toolyard ended while it ran, and it may run twice'] as const] : []),
    ...(replayOf === undefined ? [] : [['replay of', toVisibleLine(replayOf)] as const]),
  ];
}

function renderValue(label: string, value: unknown, screen: Pick<Screen, 'paint'>): string[] {
  if (value === undefined) return [];
  const lines = JSON.stringify(value, undefined, 2).split('\n');
  return [screen.paint('quiet', label), ...lines.map((line) => `  ${toVisibleLine(line)}`)];
}
