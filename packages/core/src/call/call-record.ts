import type { ToolyardErrorCode } from '../error/toolyard-error.ts';
import type { ExecutionResult } from './execution-result.ts';
import type { ApprovalDecision, CallingHook, DocumentPlace, Origin } from './tool-caller.ts';

/** Where a call is in its life; the last four are final. One that was refused is an `error` that never started. */
export type CallStatus = 'pending' | 'executing' | 'success' | 'error' | 'timeout' | 'cancelled';

/** Why a call has no good result; `tool-error` and `json-rpc-error` are answers of the server itself. */
export interface CallError {
  readonly code: ToolyardErrorCode | 'tool-error' | 'json-rpc-error';
  readonly message: string;
}

/**
 * All that is known about one call. Times are milliseconds since 1970.
 *
 * Parameters and results may hold anything, secrets too: records are shown to the user, and never written to a log.
 */
export interface CallRecord {
  readonly id: string;
  /** The tool id; of a call that was refused, the name that was asked for where it stands for no tool. */
  readonly tool: string;
  /** The key of the server; empty where none is known. */
  readonly server: string;
  readonly toolName: string;
  /** Absent for calls of gateway clients, which are passed on unread. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly origin: Origin;
  readonly session: string;
  readonly document?: DocumentPlace | undefined;
  readonly hook?: CallingHook | undefined;
  /** The id of the conversation whose model asked for it. */
  readonly conversation?: string | undefined;
  /** Absent for a call that nobody was to decide about, and for one that was refused before that. */
  readonly approval?: ApprovalDecision | undefined;
  readonly status: CallStatus;
  readonly submittedAt: number;
  /** When it first went to the server; absent for one that never did. */
  readonly startedAt?: number | undefined;
  readonly completedAt?: number | undefined;
  /** 0 for the first attempt. */
  readonly retryAttempt: number;
  readonly maxRetries: number;
  /** Absent for calls of gateway clients. */
  readonly result?: ExecutionResult | undefined;
  readonly error?: CallError | undefined;
}

/** What happens to calls. */
export type CallEvent =
  | { readonly type: 'call-changed'; readonly call: CallRecord }
  /** A pending call was taken back and is in no list any more. */
  | { readonly type: 'call-withdrawn'; readonly id: string }
  /** Told once, with the first call that is refused; again only after `continueSession` or `resetSession`. */
  | { readonly type: 'session-limit-reached'; readonly session: string; readonly limit: number }
  | { readonly type: 'calls-stopped' }
  | { readonly type: 'calls-resumed' };
