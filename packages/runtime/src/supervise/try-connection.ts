import {
  describeUnset,
  toMessage,
  ToolyardError,
  withDeadline,
  type Clock,
  type Link,
  type LinkEnd,
} from '@toolyard/core';
import type { StartHandshakeOptions } from './start-handshake.ts';
import type { FailureKind, ReportedFailure } from './server-life.ts';
import { toFailure, toFailureKind } from './to-failure.ts';

/** How one try to connect ended. */
export type ConnectionAttempt<Connection> = { readonly connection: Connection } | { readonly failure: ReportedFailure };

/** A try with a limit. */
export interface TryOptions extends StartHandshakeOptions {
  readonly clock: Clock;
  readonly startTimeoutMs: number;
}

/** Tries once to connect by `connect`; never rejects, and leaves nothing behind where it fails. */
export async function tryConnection<Options extends TryOptions, Connection>(
  options: Options,
  connect: (options: Options) => Promise<Connection>,
): Promise<ConnectionAttempt<Connection>> {
  const { clock, startTimeoutMs, signal, definition } = options;
  if (definition.missing !== undefined) return { failure: toUnset(definition.missing) };
  const deadline = { clock, ms: startTimeoutMs, signal, toReason: () => toSlow(startTimeoutMs) };
  let started: Link | undefined;
  let end: LinkEnd | undefined;
  const follow = (link: Link): void => {
    started = link;
    end = undefined;
    void link.closed.then((given) => {
      if (started === link) end = given;
    });
    options.onStarted(link);
  };
  try {
    const connection = await withDeadline(deadline, (until) =>
      connect({ ...options, signal: until, onStarted: follow }),
    );
    return { connection };
  } catch (error) {
    if (end !== undefined && !end.expected) return { failure: toFailure(end, toKind(error)) };
    return { failure: { kind: toKind(error), reason: toMessage(error), lastLines: end?.lastLines ?? [] } };
  }
}

/** Without its variables nothing of a server is started, whatever kind it is. */
function toUnset(names: readonly string[]): ReportedFailure {
  return { kind: 'configuration', code: 'missing_env_var', reason: describeUnset(names), lastLines: [] };
}

function toKind(error: unknown): FailureKind {
  if (!ToolyardError.is(error)) return 'outage';
  return isCircle(error.cause) ? 'configuration' : toFailureKind(error.code);
}

/** Whether a server refused the handshake because it is this yard itself. */
function isCircle(cause: unknown): boolean {
  const data = typeof cause === 'object' && cause !== null && 'data' in cause ? cause.data : undefined;
  return typeof data === 'object' && data !== null && 'code' in data && data.code === 'call-chain-refused';
}

/** The error of a server that takes longer than it may for what it has to do at its start. */
export function toSlow(ms: number): ToolyardError {
  return new ToolyardError('server-start-failed', `it did not answer within ${ms} ms ("startTimeoutMs")`);
}
