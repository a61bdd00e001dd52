import type { IncomingHttpHeaders } from 'node:http';
import { STATELESS_REVISION, type Frame, type JsonRpcError, type RequestId, headerNameOf } from '@toolyard/core';
import { claimedRevision } from '../../stateless/envelope.ts';
import { STATELESS_ERROR_CODES } from '../../stateless/error-codes.ts';
import { isStateless, LISTEN, checkRevision } from '../../stateless/is-stateless.ts';
import type { HttpExchange } from '../http-exchange.ts';
import type { AnswerForm } from '../parse-accept.ts';
import type { Messages } from '../read-messages.ts';
import type { Refusal } from '../refusal.ts';
import { checkParamHeaders } from './check-param-headers.ts';
import { StatelessHttpReply } from './stateless-http-reply.ts';
import { decodeHeaderValue } from './decode-header-value.ts';
import { toMismatch } from './to-mismatch.ts';

const NO_STREAM: Refusal = { status: 406, message: 'Accept "text/event-stream" to listen.' };

/**
 * Whether the messages of a POST are of the stateless revision, which they say themselves.
 *
 * The header decides only about a request that could not be anything else: it has no session and is no handshake.
 */
export function areStateless({ frames }: Messages, headers: IncomingHttpHeaders): boolean {
  if (frames.some(isStateless)) return true;
  if (headers['mcp-protocol-version'] !== STATELESS_REVISION || headers['mcp-session-id'] !== undefined) return false;
  return frames.every(({ method }) => method !== undefined && method !== 'initialize');
}

/** Serves the one message of a POST without a session. */
export function serveStateless(exchange: HttpExchange, messages: Messages, form: AnswerForm): Refusal | undefined {
  const [frame] = messages.frames;
  if (frame === undefined || messages.isBatch || frame.isResponse) {
    const message = `Revision ${STATELESS_REVISION} takes one request per POST and no batches.`;
    return { status: 400, code: STATELESS_ERROR_CODES.invalidRequest, message };
  }
  const { id } = frame;
  if (id === undefined) {
    // There is none that means something here: what is not wanted any more is closed.
    exchange.response.writeHead(202).end();
    return undefined;
  }
  const refusal = serveRequest(exchange, { id, frame, form });
  return refusal && { ...refusal, id };
}

interface Given {
  readonly id: RequestId;
  readonly frame: Frame;
  readonly form: AnswerForm;
}

function serveRequest(exchange: HttpExchange, { id, frame, form }: Given): Refusal | undefined {
  const { request, response, sessions, limits, requestId, credentials } = exchange;
  if (typeof claimedRevision(frame) === 'string') {
    const wrong = checkHeaders(frame, request.headers) ?? checkArguments(exchange, frame);
    if (wrong !== undefined) return wrong;
  }
  if (frame.method === LISTEN && form === 'json') return NO_STREAM;
  if (sessions.isBusy) return { status: 503, message: 'Too many requests are open. Try again later.' };
  const reply = new StatelessHttpReply({ response, form, maxUnsentBytes: limits.maxUnsentBytes });
  const wrong = sessions.stateless.serve({ id, frame, reply, requestId, credentials });
  return wrong && toRefusal(wrong);
}

function checkArguments({ request, toolSchema }: HttpExchange, frame: Frame): Refusal | undefined {
  const name = frame.method === 'tools/call' && toolSchema !== undefined ? frame.param('name') : undefined;
  return typeof name === 'string' ? checkParamHeaders(frame, request.headers, toolSchema?.(name)) : undefined;
}

function toRefusal(error: JsonRpcError): Refusal {
  return { ...error, status: error.code === STATELESS_ERROR_CODES.methodNotFound ? 404 : 400 };
}

/** Refuses a request of another revision, or whose headers say something else than its body: whoever stands between reads only them. */
function checkHeaders(frame: Frame, headers: IncomingHttpHeaders): Refusal | undefined {
  const revision = claimedRevision(frame);
  const { 'mcp-protocol-version': revisionHeader, 'mcp-method': methodHeader } = headers;
  if (revisionHeader !== undefined && revisionHeader !== revision) {
    return toMismatch('MCP-Protocol-Version', revisionHeader, revision);
  }
  const unsupported = checkRevision(frame);
  if (unsupported !== undefined) return { ...unsupported, status: 400 };
  if (revisionHeader === undefined) return toMismatch('MCP-Protocol-Version', undefined, revision);
  if (methodHeader !== frame.method) return toMismatch('Mcp-Method', methodHeader, frame.method);
  return checkName(frame, headers['mcp-name']);
}

function checkName(frame: Frame, header: string | string[] | undefined): Refusal | undefined {
  const name = headerNameOf(frame);
  // What is missing in the body is for the server to say.
  if (name === undefined) return undefined;
  const given = typeof header === 'string' ? decodeHeaderValue(header) : undefined;
  return given === name ? undefined : toMismatch('Mcp-Name', header, name);
}
