import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Frame } from '@toolyard/core';
import type { HttpLimits } from './http-limits.ts';
import type { Refusal } from './refusal.ts';
import type { SessionTable } from './session-table.ts';

/** Changes a message by the headers that it came with, the request's name among them, before it is served. */
export type NoteHeaders = (message: Frame, headers: IncomingHttpHeaders) => Frame;

/** One HTTP request on its way through the front. */
export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Absent where its address is no URL. */
  readonly path: string | undefined;
  /** Traces the request from the client to the log. */
  readonly requestId: string;
  /** What the session of the request must have begun with. */
  readonly credentials: string;
  readonly sessions: SessionTable;
  readonly limits: HttpLimits;
  /** Changes a message by the headers that it came with. */
  readonly noteHeaders?: NoteHeaders | undefined;
  /** The input schema of the tool with this exposed name. */
  readonly toolSchema?: ((name: string) => unknown) | undefined;
}

/** Serves a request; gives back why not, where nothing was answered yet. */
export type Serve = (exchange: HttpExchange) => Refusal | undefined | Promise<Refusal | undefined>;
