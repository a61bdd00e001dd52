import type { ConfigProblem } from '../config/config-problem.ts';

/** What went wrong, for programs. Public: add freely, never rename. */
export type ToolyardErrorCode =
  | 'config-invalid'
  | 'config-not-approved'
  | 'server-start-failed'
  | 'server-misconfigured'
  | 'login-required'
  | 'server-unavailable'
  | 'connection-lost'
  | 'server-not-found'
  | 'tool-not-found'
  | 'arguments-invalid'
  | 'call-timeout'
  | 'call-cancelled'
  | 'call-chain-refused'
  | 'session-limit'
  | 'copy-limit'
  | 'protocol-error'
  | 'version-mismatch'
  | 'state-not-written'
  | 'state-not-read'
  | 'state-refused'
  | 'file-not-written'
  | 'log-not-written'
  | 'note-not-written'
  | 'yard-not-running'
  | 'socket-refused'
  | 'socket-unavailable'
  | 'port-unavailable'
  | 'database-unavailable'
  | 'database-refused'
  | 'database-full'
  | 'not-available-yet'
  | 'interrupted'
  | 'usage';

const UNAVAILABLE: ReadonlySet<ToolyardErrorCode> = new Set([
  'server-unavailable',
  'server-not-found',
  'server-start-failed',
  'server-misconfigured',
  'login-required',
]);

/** Whether a call failed because its server was not there; it was not sent then, unlike with `connection-lost`. */
export function isServerUnavailable(code: ToolyardErrorCode): boolean {
  return UNAVAILABLE.has(code);
}

const BRAND = Symbol.for('toolyard.error');

/**
 * A failure the caller can act on; anything else that is thrown is a bug.
 *
 * Branded, because each plugin bundle carries its own copy of this class.
 */
export class ToolyardError extends Error {
  override readonly name: string = 'ToolyardError';
  readonly code: ToolyardErrorCode;
  /** What is wrong with a configuration, each with a stable code of its own; with `config-invalid`, or where that keeps a server down. */
  readonly problems?: readonly ConfigProblem[];

  /** `message` says what failed, which one, why, and what to do, and holds no secret. */
  constructor(
    code: ToolyardErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly problems?: readonly ConfigProblem[] } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    if (options.problems !== undefined) this.problems = options.problems;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Tells a `ToolyardError` of any copy of this class from everything else. */
  static is(value: unknown): value is ToolyardError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
