import type { ServerResponse } from 'node:http';
import { toIdText, type RequestId } from '@toolyard/core';

/** Why a request is not served. */
export interface Refusal {
  readonly status: number;
  /** For people: what is wrong, and what to do. */
  readonly message: string;
  /** The JSON-RPC code, where the protocol has one for it. */
  readonly code?: number;
  /** More about it for programs. */
  readonly data?: unknown;
  /** The request of the body that it answers, where it is known. */
  readonly id?: RequestId;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The JSON-RPC code of a refusal that the protocol has no code of its own for. */
const REFUSED = -32000;

/** Answers with the refusal's status and a JSON-RPC error, which MCP clients show to people. */
export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  const { status, message, code = REFUSED, data, id, headers = {} } = refusal;
  const error = JSON.stringify({ code, message, data });
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(`{"jsonrpc":"2.0","id":${id === undefined ? 'null' : toIdText(id)},"error":${error}}`);
}
