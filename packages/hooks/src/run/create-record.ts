import type { Action, KnownHook } from '../file/hook.ts';
import type { ActionEnd } from './action-end.ts';
import { cutValue } from './cut-value.ts';
import type { OpenRun } from './open-run.ts';
import type { RunRecord } from './run-record.ts';

/** What a record is made of. */
export interface RecordOptions {
  readonly run: OpenRun;
  readonly end: ActionEnd;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  /** Takes secrets out of a value. */
  redact(value: unknown): unknown;
}

/** How many characters of a result or of arguments are kept. */
const KEPT_CHARACTERS = 16_384;

/** The record of a run, without secrets. */
export function createRecord({ run, end, endedAt, redact }: RecordOptions): RunRecord {
  const { plan, event, startedAt, queuedAt } = run;
  const { status, reason, attempts, server } = end;
  const show = (value: unknown): unknown => cutValue(redact(value), KEPT_CHARACTERS);
  const count = plan.decided === undefined ? 1 : run.eventIds.length;
  return {
    id: plan.id,
    hook: plan.hook,
    ...describeHook(run.known),
    status,
    ...(reason === undefined ? {} : { reason: String(redact(reason)) }),
    event: { id: event.id, name: event.name, at: toTime(event.at), context: showContext(event.context, redact) },
    ...(server && { server }),
    ...(end.arguments === undefined ? {} : { arguments: show(end.arguments) }),
    attempts,
    queuedAt: toTime(queuedAt),
    ...(startedAt === undefined ? {} : { startedAt: toTime(startedAt) }),
    endedAt: toTime(endedAt),
    ...(startedAt === undefined ? {} : { ms: endedAt - startedAt }),
    chain: event.chain.map(({ hook, run, inferred }) => ({ hook, run, inferred })),
    ...(end.result === undefined ? {} : { result: show(end.result) }),
    ...(run.repeated && { repeated: true }),
    ...(event.replayOf === undefined ? {} : { replayOf: event.replayOf }),
    ...(count > 1 && { count }),
  };
}

/** A hook that was removed has left nothing but its id. */
function describeHook(known: KnownHook | undefined): Pick<RunRecord, 'name' | 'source' | 'action' | 'target'> {
  if (known === undefined) return { source: 'workspace', action: 'mcp', target: '' };
  const { name, action } = known.hook;
  const named = name === undefined ? {} : { name };
  return { ...named, source: known.source, action: action.type, target: toTarget(action) };
}

/** What an action uses: `key:tool`, or the program. */
export function toTarget(action: Action): string {
  if (action.type === 'custom') return action.parameters.command;
  return `${action.parameters.serverId}:${action.parameters.toolName}`;
}

function showContext(context: OpenRun['event']['context'], redact: RecordOptions['redact']): Record<string, unknown> {
  const members = Object.entries(context).map(([name, value]): [string, unknown] => {
    const shown = redact(value);
    return [name, name === 'result' ? cutValue(shown, KEPT_CHARACTERS) : shown];
  });
  return Object.fromEntries(members);
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
