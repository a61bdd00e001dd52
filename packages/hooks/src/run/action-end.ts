import { isServerUnavailable, ToolyardError, toMessage, type ToolOutcome } from '@toolyard/core';
import type { ServerReaction } from './create-breakers.ts';
import type { RunRecord, RunStatus } from './run-record.ts';
import { toResultText, toResultValue, toResultWords } from './to-result-value.ts';

/** How the action of a run ended. */
export interface ActionEnd {
  readonly status: RunStatus;
  /** Why it did not run, or what failed, for people. */
  readonly reason?: string;
  readonly arguments?: unknown;
  readonly result?: unknown;
  /** What the tool said in words besides. */
  readonly text?: string;
  readonly attempts: number;
  /** The server before it was sent. */
  readonly server?: NonNullable<RunRecord['server']>;
  /** Its server was unavailable, and nothing reached it: a hook that waits for that may act in its place. */
  readonly unavailable?: true;
  /** What it showed of its server. */
  readonly reaction?: ServerReaction;
}

/** The end of a run that never began. */
export function toSkipped(reason: string): ActionEnd {
  return { status: 'skipped', reason, attempts: 0 };
}

/** The end of a run whose server is unavailable. */
export function toUnreached(reason: string): ActionEnd {
  return { ...toSkipped(reason), unavailable: true };
}

/** The end of a run that could not be begun because something is wrong with it. */
export function toWrong(reason: string): ActionEnd {
  return { status: 'error', reason, attempts: 0 };
}

/** What the answer of a server means for a run. */
export function fromOutcome(outcome: ToolOutcome, attempts: number): ActionEnd {
  const reaction = 'answered';
  if (outcome.kind === 'failure') return { status: 'error', reason: outcome.error.message, attempts, reaction };
  const text = toResultWords(outcome.result);
  const given = { result: toResultValue(outcome.result), ...(text === undefined ? {} : { text }) };
  if (outcome.kind === 'success') return { status: 'success', ...given, attempts, reaction };
  const reason = toResultText(outcome.result).trim() || 'the tool failed without a message';
  return { status: 'error', reason, ...given, attempts, reaction };
}

/** The call itself was not possible. */
const IMPOSSIBLE = new Set([
  'arguments-invalid',
  'tool-not-found',
  'session-limit',
  'copy-limit',
  'call-chain-refused',
]);

/** What it means for a run that a server gave no answer. */
export function fromError(thrown: unknown, attempts: number): ActionEnd {
  const reason = toMessage(thrown);
  if (!ToolyardError.is(thrown)) return { status: 'error', reason, attempts };
  const { code } = thrown;
  if (IMPOSSIBLE.has(code)) return toWrong(reason);
  const reaction = 'failed';
  if (isServerUnavailable(code) && attempts <= 1) return { ...toUnreached(`server unavailable: ${reason}`), reaction };
  if (code === 'call-timeout') return { status: 'timeout', reason, attempts, reaction };
  if (code === 'call-cancelled') return { status: 'cancelled', reason, attempts };
  const isServers = isServerUnavailable(code) || code === 'connection-lost';
  return { status: 'error', reason, attempts, ...(isServers ? { reaction } : {}) };
}
