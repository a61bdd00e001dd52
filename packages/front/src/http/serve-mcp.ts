import { HANDSHAKE_REVISIONS, toIdText, type Frame } from '@toolyard/core';
import type { HttpExchange } from './http-exchange.ts';
import type { HttpSession } from './http-session.ts';
import { parseAccept, type AnswerForm } from './parse-accept.ts';
import { checkContentType, readMessages, type Messages } from './read-messages.ts';
import type { Refusal } from './refusal.ts';
import { areStateless, serveStateless } from './stateless/serve-stateless.ts';

const INVALID_REQUEST = -32600;
const SESSION_NOT_FOUND = -32001;
/** The one revision with batches, and those before it, which did not forbid them. */
const LAST_WITH_BATCHES = '2025-03-26';

/** Streamable HTTP: with sessions for the revisions of the handshake era, and without for the stateless one. */
export function serveMcp(exchange: HttpExchange): Refusal | undefined | Promise<Refusal | undefined> {
  switch (exchange.request.method) {
    case 'POST':
      return servePost(exchange);
    case 'GET':
      return serveGet(exchange);
    case 'DELETE':
      return serveDelete(exchange);
    default:
      return { status: 405, message: 'Use POST, GET or DELETE.', headers: { allow: 'GET, POST, DELETE' } };
  }
}

async function servePost(exchange: HttpExchange): Promise<Refusal | undefined> {
  const { request } = exchange;
  const form = parseAccept(request.headers.accept);
  const wrong = form === undefined ? NOT_ACCEPTABLE : checkContentType(exchange);
  if (form === undefined || wrong !== undefined) return wrong;
  const session = findSession(exchange);
  if (isRefusal(session)) return session;
  await session?.ready();
  const messages = await readMessages(exchange);
  if (messages === undefined || isRefusal(messages)) return messages;
  // It may have ended while the body came.
  if (session !== undefined && exchange.sessions.find(session.id, exchange.credentials) !== session) return toUnknown();
  return takeMessages(exchange, messages, { form, session });
}

interface Target {
  readonly form: AnswerForm;
  readonly session: HttpSession | undefined;
}

// The era of a message is told from the message itself: stateless ones part from here.
function takeMessages(exchange: HttpExchange, messages: Messages, { form, session }: Target): Refusal | undefined {
  if (areStateless(messages, exchange.request.headers)) return serveStateless(exchange, messages, form);
  const { frames, isBatch } = messages;
  const { response, requestId } = exchange;
  const handshake = frames.find((frame) => frame.method === 'initialize' && frame.isRequest);
  if (handshake !== undefined && (session !== undefined || isBatch)) {
    return toInvalid('Start a session with a single "initialize" request and no session id.', handshake);
  }
  if (handshake === undefined && session === undefined) {
    return toInvalid('The header "mcp-session-id" is missing. Send "initialize" first.', frames[0]);
  }
  const wrong = session && checkMessages(session, messages);
  if (wrong !== undefined) return wrong;
  if (session === undefined && exchange.sessions.isFull) {
    return { status: 503, message: 'Too many sessions are open. Try again later.' };
  }
  const target = session ?? exchange.sessions.open(exchange.credentials);
  if (session === undefined) response.setHeader('mcp-session-id', target.id);
  target.post({ frames, isBatch, form, requestId }, response);
  return undefined;
}

function checkMessages(session: HttpSession, { frames, isBatch }: Messages): Refusal | undefined {
  if (isBatch && session.revision > LAST_WITH_BATCHES) {
    return toInvalid(`Protocol revision ${session.revision} has no batches. Send one message per request.`);
  }
  const seen = new Set<unknown>();
  for (const frame of frames) {
    if (!frame.isRequest || frame.id === undefined) continue;
    if (session.isOpen(frame.id) || seen.has(frame.id)) {
      return toInvalid(`The id ${toIdText(frame.id)} belongs to a request that is still open.`, frame);
    }
    seen.add(frame.id);
  }
  return undefined;
}

function serveGet(exchange: HttpExchange): Refusal | undefined {
  const { request, response } = exchange;
  if (request.headers.accept?.toLowerCase().includes('text/event-stream') !== true) return NOT_ACCEPTABLE;
  const session = findSession(exchange);
  if (isRefusal(session)) return session;
  if (session === undefined) return MISSING_SESSION;
  const eventId = request.headers['last-event-id'];
  if (typeof eventId === 'string' && eventId !== '') {
    if (session.resume(eventId, response)) return undefined;
    return { status: 400, message: 'The stream of "last-event-id" is no longer available.' };
  }
  if (session.hasUnaskedStream) return { status: 409, message: 'This session already has an open stream.' };
  session.openUnasked(response);
  return undefined;
}

async function serveDelete(exchange: HttpExchange): Promise<Refusal | undefined> {
  const session = findSession(exchange);
  if (isRefusal(session)) return session;
  if (session === undefined) return MISSING_SESSION;
  await session.close();
  exchange.response.writeHead(200).end();
  return undefined;
}

const MISSING_SESSION: Refusal = {
  status: 400,
  code: INVALID_REQUEST,
  message: 'The header "mcp-session-id" is missing. Send "initialize" first.',
};

const NOT_ACCEPTABLE: Refusal = {
  status: 406,
  message: 'Accept "application/json, text/event-stream" for POST, and "text/event-stream" for GET.',
};

/** The session that a request names; nothing where it names none. */
function findSession({ request, sessions, credentials }: HttpExchange): HttpSession | Refusal | undefined {
  const { 'mcp-session-id': id, 'mcp-protocol-version': revision } = request.headers;
  if (typeof id !== 'string') return undefined;
  const session = sessions.find(id, credentials);
  if (session === undefined) return toUnknown();
  if (typeof revision === 'string' && !HANDSHAKE_REVISIONS.includes(revision)) {
    const known = HANDSHAKE_REVISIONS.join(', ');
    return toInvalid(`The protocol version ${JSON.stringify(revision)} is not supported. Supported: ${known}.`);
  }
  return session;
}

function toUnknown(): Refusal {
  const message = 'Session not found: it has ended. Send "initialize" to start another.';
  return { status: 404, code: SESSION_NOT_FOUND, message };
}

function toInvalid(message: string, frame?: Frame): Refusal {
  const id = frame?.isRequest === true ? frame.id : undefined;
  return { status: 400, code: INVALID_REQUEST, message, ...(id === undefined ? {} : { id }) };
}

function isRefusal(value: object | undefined): value is Refusal {
  return value !== undefined && 'status' in value && 'message' in value;
}
