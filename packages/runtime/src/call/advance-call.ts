import type { CallError, CallRecord, ExecutionResult } from '@toolyard/core';

/** How an answer of the server ends a call. */
export interface CallEnd {
  readonly status: 'success' | 'error';
  readonly result?: ExecutionResult | undefined;
  readonly error?: CallError | undefined;
}

/** What can happen to a call. */
export type CallTransition =
  /** It got its slot. */
  | { readonly type: 'start' }
  /** It cannot be made. */
  | { readonly type: 'refuse'; readonly error: CallError }
  | { readonly type: 'answered'; readonly end: CallEnd }
  /** There will be no answer; `harmless` where doing it again cannot do harm. */
  | { readonly type: 'lost'; readonly harmless: boolean; readonly error: CallError }
  | { readonly type: 'time-out'; readonly error: CallError }
  /** Whoever asked for it, or the user, gave it up. */
  | { readonly type: 'cancel'; readonly error: CallError };

/** What has to be done because of it. */
export type CallEffect =
  | { readonly type: 'send' }
  /** The slot is free until then. */
  | { readonly type: 'retry-in'; readonly ms: number }
  /** The server is told to give up. */
  | { readonly type: 'take-back' }
  | { readonly type: 'end' };

/** What does not change in the life of a call. */
export interface CallRules {
  /** The waits before each retry, in milliseconds. */
  readonly retryDelaysMs: readonly number[];
  /** The total time from the first start, retries included; none where absent. */
  readonly totalMs?: number | undefined;
}

/** A call after something happened, and what has to be done now. */
export interface CallStep {
  readonly record: CallRecord;
  readonly effects: readonly CallEffect[];
}

const NONE: readonly CallEffect[] = [];
const SEND: readonly CallEffect[] = [{ type: 'send' }];
const END: readonly CallEffect[] = [{ type: 'end' }];
const GIVE_UP: readonly CallEffect[] = [{ type: 'take-back' }, { type: 'end' }];

/**
 * The whole life of a call as one function: the same record and happening always give the same step.
 *
 * What means nothing in a state changes nothing, so a call ends exactly once.
 */
export function advanceCall(record: CallRecord, happening: CallTransition, now: number, rules: CallRules): CallStep {
  switch (record.status) {
    case 'pending':
      return fromPending(record, happening, now);
    case 'executing':
      return fromExecuting(record, happening, now, rules);
    default:
      return { record, effects: NONE };
  }
}

function fromPending(record: CallRecord, happening: CallTransition, now: number): CallStep {
  switch (happening.type) {
    case 'start':
      return { record: change(record, { status: 'executing', startedAt: record.startedAt ?? now }), effects: SEND };
    case 'time-out':
      // The time before the first start does not count.
      if (record.startedAt === undefined) return { record, effects: NONE };
      return { record: end(record, { status: 'timeout', error: happening.error }, now), effects: END };
    case 'cancel':
      return { record: end(record, { status: 'cancelled', error: happening.error }, now), effects: END };
    case 'refuse':
      return { record: end(record, { status: 'error', error: happening.error }, now), effects: END };
    default:
      return { record, effects: NONE };
  }
}

function fromExecuting(record: CallRecord, happening: CallTransition, now: number, rules: CallRules): CallStep {
  switch (happening.type) {
    case 'answered':
      return { record: end(record, happening.end, now), effects: END };
    case 'lost':
      return lose(record, happening, now, rules);
    case 'time-out':
      return { record: end(record, { status: 'timeout', error: happening.error }, now), effects: GIVE_UP };
    case 'cancel':
      return { record: end(record, { status: 'cancelled', error: happening.error }, now), effects: GIVE_UP };
    default:
      return { record, effects: NONE };
  }
}

function lose(
  record: CallRecord,
  { harmless, error }: CallTransition & { readonly type: 'lost' },
  now: number,
  rules: CallRules,
): CallStep {
  const ms = harmless ? rules.retryDelaysMs[record.retryAttempt] : undefined;
  if (ms === undefined || !fits(record, now + ms, rules)) {
    return { record: end(record, { status: 'error', error }, now), effects: END };
  }
  const again: Changes = { status: 'pending', retryAttempt: record.retryAttempt + 1 };
  return { record: change(record, again), effects: [{ type: 'retry-in', ms }] };
}

function fits({ startedAt }: CallRecord, at: number, { totalMs }: CallRules): boolean {
  return totalMs === undefined || startedAt === undefined || at < startedAt + totalMs;
}

type Changes = Pick<CallRecord, 'status'> &
  Partial<Pick<CallRecord, 'startedAt' | 'completedAt' | 'retryAttempt' | 'result' | 'error'>>;

function end(record: CallRecord, { status, result, error }: Changes, now: number): CallRecord {
  return change(record, { status, result, error, completedAt: now });
}

/** Field by field and not spread, so that all records have one form: every call goes through here at least twice. */
function change(record: CallRecord, changes: Changes): CallRecord {
  return {
    id: record.id,
    tool: record.tool,
    server: record.server,
    toolName: record.toolName,
    parameters: record.parameters,
    origin: record.origin,
    session: record.session,
    document: record.document,
    hook: record.hook,
    conversation: record.conversation,
    approval: record.approval,
    status: changes.status,
    submittedAt: record.submittedAt,
    startedAt: changes.startedAt ?? record.startedAt,
    completedAt: changes.completedAt,
    retryAttempt: changes.retryAttempt ?? record.retryAttempt,
    maxRetries: record.maxRetries,
    result: changes.result,
    error: changes.error,
  };
}
