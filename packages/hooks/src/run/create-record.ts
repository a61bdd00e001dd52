import { createValueRedactor, isSecretName } from '@toolyard/core';
import type { KnownHook } from '../hook/hook.ts';
import { toTarget } from '../hook/to-target.ts';
import { toText } from '../map/to-text.ts';
import type { ActionEnd } from './action-end.ts';
import { cutValue } from './cut-value.ts';
import type { OpenRun } from './open-run.ts';
import type { RunRecord } from './run-record.ts';

export interface RecordOptions {
  readonly run: OpenRun;
  readonly end: ActionEnd;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  /** Takes secrets out of a value. */
  redact(value: unknown): unknown;
}

/** How many characters of a result or of arguments are kept, of a reason, and of other values of the context. */
const KEPT_CHARACTERS = 16_384;
const REASON_CHARACTERS = 1000;
const CONTEXT_CHARACTERS = 1_048_576;

/** The record of a run, without secrets: neither those that `redact` knows nor what the event itself has under the name of one. */
export function createRecord({ run, end, endedAt, ...options }: RecordOptions): RunRecord {
  const { plan, event, startedAt, queuedAt } = run;
  const redactOwn = createValueRedactor(findSecretTexts(event.context));
  const redact = (value: unknown): unknown => redactOwn(options.redact(value));
  const { status, reason, attempts, server } = end;
  const show = (value: unknown): unknown => cutValue(value, KEPT_CHARACTERS, redact);
  const count = plan.decided === undefined ? 1 : run.eventIds.length;
  return {
    id: plan.id,
    hook: plan.hook,
    ...describeHook(run.known),
    status,
    ...(reason === undefined ? {} : { reason: String(cutValue(reason, REASON_CHARACTERS, redact)) }),
    event: { id: event.id, name: event.name, at: toTime(event.at), ...showContext(event.context, redact) },
    ...(server && { server }),
    ...(end.unavailable && { unavailable: true }),
    ...(end.arguments === undefined ? {} : { arguments: show(end.arguments) }),
    attempts,
    queuedAt: toTime(queuedAt),
    ...(startedAt === undefined ? {} : { startedAt: toTime(startedAt) }),
    endedAt: toTime(endedAt),
    ...(startedAt === undefined ? {} : { ms: endedAt - startedAt }),
    chain: event.chain.map(({ hook, run, inferred }) => ({ hook, run, inferred })),
    ...(end.result === undefined ? {} : { result: show(end.result) }),
    ...(end.text === undefined ? {} : { text: String(show(end.text)) }),
    ...(run.repeated && { repeated: true }),
    ...(event.replayOf === undefined ? {} : { replayOf: event.replayOf }),
    ...(count > 1 && { count }),
  };
}

/** A hook that was removed has left nothing but its id. */
function describeHook(
  known: KnownHook | undefined,
): Pick<RunRecord, 'name' | 'group' | 'source' | 'action' | 'target'> {
  if (known === undefined) return { source: 'workspace', action: 'mcp', target: '' };
  const { name, group, action } = known.hook;
  const named = { ...(name !== undefined && { name }), ...(group !== undefined && { group }) };
  return { ...named, source: known.source, action: action.type, target: toTarget(action) };
}

function showContext(
  context: OpenRun['event']['context'],
  redact: RecordOptions['redact'],
): Pick<RunRecord['event'], 'context' | 'cut'> {
  const members = Object.entries(context).map(([name, value]): [string, unknown] => {
    return [name, cutValue(value, name === 'result' ? KEPT_CHARACTERS : CONTEXT_CHARACTERS, redact)];
  });
  const cut = members.filter(([name, shown]) => toText(shown) !== toText(context[name])).map(([name]) => name);
  return { context: Object.fromEntries(members), ...(cut.length > 0 && { cut }) };
}

/** All texts that stand under the name of a secret, at any depth. */
function findSecretTexts(value: unknown, isSecret = false): string[] {
  if (typeof value === 'string') return isSecret ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => findSecretTexts(member, isSecret || isSecretName(name)));
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
