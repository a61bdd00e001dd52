import type { IncomingHttpHeaders } from 'node:http';
import { STATELESS_REVISION, type Frame, type RequestId } from '@toolyard/core';
import type { Exchange } from '../exchange.ts';
import type { AnswerForm } from '../parse-accept.ts';
import type { Messages } from '../read-messages.ts';
import type { Refusal } from '../refusal.ts';
import { checkHeaders } from './check-headers.ts';
import { discover } from './discover.ts';
import { claimedRevision, parseEnvelope } from './envelope.ts';
import { forwardRequest } from './forward-request.ts';
import { listen } from './listen.ts';
import { StatelessReply } from './stateless-reply.ts';
import type { StatelessRequest } from './stateless-request.ts';
import { parseSubscriptionFilter } from './subscription-filter.ts';

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

/** How each method of the revision is served. */
const METHODS: ReadonlyMap<string, (request: StatelessRequest) => void> = new Map([
  ['server/discover', discover],
  ['tools/list', forwardRequest],
  ['tools/call', forwardRequest],
  ['prompts/list', forwardRequest],
  ['prompts/get', forwardRequest],
  ['resources/list', forwardRequest],
  ['resources/templates/list', forwardRequest],
  ['resources/read', forwardRequest],
  ['completion/complete', forwardRequest],
]);
const LISTEN = 'subscriptions/listen';
const OWN_METHODS: readonly (string | undefined)[] = ['server/discover', LISTEN];

/**
 * Whether the messages of a POST are of the stateless revision, which they say themselves.
 *
 * The header decides only about a request that could not be anything else: it has no session and is no handshake.
 */
export function isStateless({ frames }: Messages, headers: IncomingHttpHeaders): boolean {
  if (frames.some((frame) => claimedRevision(frame) !== undefined)) return true;
  if (frames.some(({ method }) => OWN_METHODS.includes(method))) return true;
  if (headers['mcp-protocol-version'] !== STATELESS_REVISION || headers['mcp-session-id'] !== undefined) return false;
  return frames.every(({ method }) => method !== undefined && method !== 'initialize');
}

/** Serves the one message of a POST without a session. */
export function serveStateless(exchange: Exchange, messages: Messages, form: AnswerForm): Refusal | undefined {
  const [frame] = messages.frames;
  if (frame === undefined || messages.isBatch || frame.isResponse) {
    return toInvalid(`Revision ${STATELESS_REVISION} takes one request a POST, and no batches.`);
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

function serveRequest(exchange: Exchange, { id, frame, form }: Given): Refusal | undefined {
  const { request, sessions, requestId } = exchange;
  if (typeof claimedRevision(frame) === 'string') {
    const wrong = checkHeaders(frame, request.headers);
    if (wrong !== undefined) return wrong;
  }
  const envelope = parseEnvelope(frame);
  if ('status' in envelope) return envelope;
  const serve = toServing(frame, form);
  if (typeof serve !== 'function') return serve;
  if (sessions.isFull) return { status: 503, message: 'Too many requests are open. Try again later.' };
  const link = sessions.openStateless();
  const reply = new StatelessReply({
    response: exchange.response,
    form,
    maxUnsentBytes: exchange.limits.maxUnsentBytes,
    onClose: () => link.leave(),
  });
  serve({ id, frame, envelope, link, reply, requestId });
  return undefined;
}

function toServing(frame: Frame, form: AnswerForm): ((request: StatelessRequest) => void) | Refusal {
  const { method = '' } = frame;
  const serve = METHODS.get(method);
  if (serve !== undefined) return serve;
  if (method !== LISTEN) return { status: 404, code: METHOD_NOT_FOUND, message: `Method not found: ${method}` };
  const filter = parseSubscriptionFilter(frame);
  if (filter === undefined) {
    const message = '"params.notifications" must be an object that says what to listen for.';
    return { status: 400, code: INVALID_PARAMS, message };
  }
  if (form === 'json') return { status: 406, message: 'Accept "text/event-stream" to listen.' };
  return (request) => listen(request, filter);
}

function toInvalid(message: string): Refusal {
  return { status: 400, code: INVALID_REQUEST, message };
}
