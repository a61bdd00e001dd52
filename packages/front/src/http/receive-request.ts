import { randomUUID, hash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse, IncomingHttpHeaders } from 'node:http';
import { toMessage, type Clock } from '@toolyard/core';
import type { RequestGuard } from './create-request-guard.ts';
import type { HttpExchange, NoteHeaders, Serve } from './http-exchange.ts';
import type { HttpLimits } from './http-limits.ts';
import type { Pages } from './page.ts';
import { discardBody } from './read-request-body.ts';
import { sendRefusal, type Refusal } from './refusal.ts';
import { serveMcp } from './serve-mcp.ts';
import { serveOldMessages, serveOldSse } from './serve-old-sse.ts';
import type { SessionTable } from './session-table.ts';
import { isWebhookPath, type WebhookReception } from './webhook/create-webhook-reception.ts';
import { toUrl } from './to-url.ts';

/** A request that was turned away, as it is written down. */
export interface AuditedRefusal {
  readonly event: 'refused';
  readonly time: string;
  readonly requestId: string;
  readonly from: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly reason: string;
}

const CREDENTIAL_HEADERS: readonly string[] = ['authorization'];

/** Stands for no header at all, as with most clients on this machine. */
const NO_CREDENTIALS = '';

/** Nobody else can compute credentials, so how long it takes to compare them tells nothing about a token. */
const CREDENTIALS_KEY = randomBytes(32).toString('hex');

const PROTOCOL: Readonly<Record<string, Serve>> = {
  '/mcp': serveMcp,
  '/sse': serveOldSse,
  '/messages': serveOldMessages,
};

/** What a request meets. */
export interface RequestReception {
  readonly clock: Clock;
  readonly guard: RequestGuard;
  readonly sessions: SessionTable;
  readonly limits: HttpLimits;
  readonly pages?: Pages;
  readonly webhooks?: WebhookReception;
  readonly toolSchema?: (name: string) => unknown;
  readonly noteHeaders?: NoteHeaders;
  readonly credentialHeaders?: readonly string[];
  audit?(entry: AuditedRefusal): void;
  onError(message: string): void;
}

/** Lets a request in or turns it away, and answers it. */
export async function receiveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  options: RequestReception,
): Promise<void> {
  const { sessions, limits, toolSchema, noteHeaders, credentialHeaders = CREDENTIAL_HEADERS } = options;
  const requestId = toRequestId(request.headers['x-request-id']);
  response.setHeader('x-request-id', requestId);
  response.setHeader('cache-control', 'no-store');
  // A client that goes away in the middle is seen by the end of its request.
  response.on('error', ignore);
  const credentials = readCredentials(request.headers, credentialHeaders);
  const path = toPath(request);
  const exchange = { request, response, requestId, credentials, sessions, limits, toolSchema, noteHeaders, path };
  try {
    if (options.webhooks !== undefined && path !== undefined && isWebhookPath(path)) {
      await options.webhooks.serve(request, response, { path, guard: options.guard });
      return;
    }
    const refusal = await serve(exchange, options);
    if (refusal === undefined) return;
    await discardBody(request, limits.discardMs);
    // What still comes of it is not read, so the connection is of no further use.
    if (!request.complete) response.setHeader('connection', 'close');
    sendRefusal(response, refusal);
  } catch (error) {
    options.onError(`The HTTP request ${requestId} failed: ${toMessage(error)}`);
    if (response.headersSent) response.destroy();
    else sendRefusal(response, { status: 500, message: 'Internal error. See the log of Toolyard.' });
  }
}

function ignore(): void {
  // Whoever waits for the response hears of its end.
}

function serve(exchange: HttpExchange, options: RequestReception): ReturnType<Serve> {
  const { request, response, path } = exchange;
  const { guard, pages, clock } = options;
  if (path === undefined) return { status: 400, message: 'The URL of the request is invalid.' };
  const page = ownValue(pages, path);
  const refusal =
    guard.checkPlace(request.headers) ?? (page?.isOpen === true ? undefined : guard.checkToken(request.headers));
  if (refusal !== undefined) {
    options.audit?.(toAudited(exchange, refusal, clock));
    // Whoever may not come in holds no connection either.
    return { ...refusal, headers: { ...refusal.headers, connection: 'close' } };
  }
  if (page !== undefined) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return { status: 405, message: 'Use GET.', headers: { allow: 'GET, HEAD' } };
    }
    const { status, type, body } = page.create();
    response.writeHead(status, { 'content-type': type }).end(body);
    return undefined;
  }
  const protocol = ownValue(PROTOCOL, path);
  return protocol === undefined ? { status: 404, message: 'Not found. MCP is served at /mcp.' } : protocol(exchange);
}

function ownValue<Value>(table: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

function toAudited({ request, requestId, path }: HttpExchange, refusal: Refusal, clock: Clock): AuditedRefusal {
  return {
    event: 'refused',
    time: new Date(clock.now()).toISOString(),
    requestId,
    from: request.socket.remoteAddress ?? '',
    method: request.method ?? '',
    path: path?.slice(0, 200) ?? '',
    status: refusal.status,
    reason: refusal.message.slice(0, 200),
  };
}

function toRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}

/** The path of a request, `undefined` where its address is no URL; the usual ones need no parser. */
function toPath(request: IncomingMessage): string | undefined {
  const { url = '' } = request;
  return Object.hasOwn(PROTOCOL, url) ? url : toUrl(request)?.pathname;
}

/** Stands for the headers that prove who sends a request: the same for the same values, also where there are none. */
function readCredentials(headers: IncomingHttpHeaders, names: readonly string[]): string {
  if (names.every((name) => headers[name] === undefined)) return NO_CREDENTIALS;
  const values = names.map((name) => headers[name] ?? null);
  return hash('sha256', CREDENTIALS_KEY + JSON.stringify(values), 'base64url');
}
