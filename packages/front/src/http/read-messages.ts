import { parseFrames, type Frame } from '@toolyard/core';
import { afterPoll } from './after-poll.ts';
import type { HttpExchange } from './http-exchange.ts';
import { readRequestBody } from './read-request-body.ts';
import type { Refusal } from './refusal.ts';

/** The messages in the body of a POST. */
export interface Messages {
  readonly frames: readonly Frame[];
  readonly isBatch: boolean;
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const OPEN_BRACKET = 0x5b;
const JSON_TYPE = 'application/json';
const MAX_JUDGED_BYTES = 65_536;

/** Refuses a body that is not announced as JSON: pages can send other types without asking. */
export function checkContentType({ request }: Pick<HttpExchange, 'request'>): Refusal | undefined {
  const given = request.headers['content-type'];
  if (given === JSON_TYPE || given?.split(';', 1)[0]?.trim().toLowerCase() === JSON_TYPE) return undefined;
  return { status: 415, message: 'Send JSON, with "content-type: application/json".' };
}

/** Reads and parses a body; `undefined` where the client went away. */
export async function readMessages(exchange: HttpExchange): Promise<Messages | Refusal | undefined> {
  const { request, limits } = exchange;
  const body = await readRequestBody(request, limits.maxBodyBytes);
  if (body === undefined || !(body instanceof Uint8Array)) return body;
  await afterPoll();
  const frames = parseFrames(body);
  const refused = frames.find(({ refusal }) => refusal !== undefined);
  if (refused?.refusal !== undefined) {
    return { status: 400, ...refused.refusal, ...(refused.id === undefined ? {} : { id: refused.id }) };
  }
  if (frames.length > 0) return { frames: frames.map((frame) => withHeaders(exchange, frame)), isBatch: isBatch(body) };
  return isJson(body)
    ? { status: 400, code: INVALID_REQUEST, message: 'The body is not a JSON-RPC message.' }
    : { status: 400, code: PARSE_ERROR, message: 'The body is not JSON.' };
}

function withHeaders({ request, requestId, noteHeaders }: HttpExchange, frame: Frame): Frame {
  return noteHeaders === undefined ? frame : noteHeaders(frame, { ...request.headers, 'x-request-id': requestId });
}

function isBatch(body: Uint8Array): boolean {
  return body.find((byte) => byte > 0x20) === OPEN_BRACKET;
}

/** Only tells which error fits, so no time is spent on large bodies. */
function isJson(body: Uint8Array): boolean {
  if (body.length > MAX_JUDGED_BYTES) return true;
  try {
    JSON.parse(new TextDecoder().decode(body));
    return true;
  } catch {
    return false;
  }
}
