import { toMessage } from '../error/to-message.ts';
import { ToolyardError } from '../error/toolyard-error.ts';

/** Where somebody wanted to listen. */
export interface ListeningPlace {
  readonly host: string;
  readonly port: number;
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it already. End that one, or choose another port',
  EACCES: 'this user may not use it. Choose a port from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address. Choose another one',
  ENOTFOUND: 'there is no such host. Choose another one',
};

/** Why nobody can listen there, after what the system said; `what` is the beginning, such as `HTTP cannot be served`. */
export function toPortUnavailable(what: string, { host, port }: ListeningPlace, error: unknown): ToolyardError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const message = `${what} on ${host}, port ${port}: ${REASONS[code] ?? toMessage(error)}.`;
  return new ToolyardError('port-unavailable', message, { cause: error });
}
