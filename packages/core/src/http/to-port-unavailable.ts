import { toMessage } from '../error/to-message.ts';
import { ToolyardError } from '../error/toolyard-error.ts';

/** Where somebody wanted to listen. */
export interface ListeningPlace {
  readonly host: string;
  readonly port: number;
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program is using it. Stop that program, or choose another port',
  EACCES: 'you may not use it. Choose port 1024 or above',
  EADDRNOTAVAIL: 'this machine has no such address. Choose another one',
  ENOTFOUND: 'the host was not found. Choose another one',
};

/** Why nobody can listen there, after what the system said; `what` is the beginning, such as `HTTP cannot be served`. */
export function toPortUnavailable(what: string, { host, port }: ListeningPlace, error: unknown): ToolyardError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const message = `${what} on ${host}, port ${port}: ${REASONS[code] ?? toMessage(error)}.`;
  return new ToolyardError('port-unavailable', message, { cause: error });
}
