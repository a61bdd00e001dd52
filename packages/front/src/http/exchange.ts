import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpLimits } from './http-limits.ts';
import type { Refusal } from './refusal.ts';
import type { SessionTable } from './session-table.ts';

/** One HTTP request on its way through the front. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** Traces the request from the client to the log. */
  readonly requestId: string;
  readonly sessions: SessionTable;
  readonly limits: HttpLimits;
  /** The input schema of the tool with this exposed name. */
  readonly toolSchema?: ((name: string) => unknown) | undefined;
}

/** Serves a request; gives back why not, where nothing was answered yet. */
export type Serve = (exchange: Exchange) => Refusal | undefined | Promise<Refusal | undefined>;
