import type { IncomingMessage, ServerResponse } from 'node:http';
import { toMessage, type Clock } from '@toolyard/core';
import type { RequestGuard } from '../create-request-guard.ts';
import { isLoopback } from '../is-loopback.ts';
import { discardBody, readRequestBody } from '../read-request-body.ts';
import { createFailureLimit, type FailureLimit } from './create-failure-limit.ts';

/** A request to the address of a hook, with its whole body. */
export interface ReceivedWebhook {
  /** The id in the address. */
  readonly hook: string;
  /** By name in small letters. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** The answer, as JSON. */
export interface WebhookResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Why it was turned away, where the sender is not told all of it. */
  readonly refused?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that was turned away, for those who look after the hooks. */
export interface RefusedWebhook {
  /** Whatever stood in the address. */
  readonly hook: string;
  readonly status: number;
  readonly reason: string;
  readonly from: string;
}

export interface WebhookReceptionOptions {
  readonly clock: Clock;
  /** Decides about a request; a status of 401 says that its sender did not prove who it is. */
  receive(request: ReceivedWebhook): Promise<WebhookResponse>;
  onRefused(refused: RefusedWebhook): void;
  /** Told of a request that failed for a reason of our own. */
  onError(message: string): void;
  readonly limits: WebhookLimits;
}

/** What senders may use. */
export interface WebhookLimits {
  readonly maxBytes: number;
  /** How long a body may take, in milliseconds. */
  readonly bodyMs?: number;
  /** Requests at once; each may hold a whole body. */
  readonly maxAtOnce?: number;
}

/** Where a request came in. */
export interface WebhookPlace {
  readonly path: string;
  readonly guard: Pick<RequestGuard, 'checkPlace'>;
}

/** Serves requests to hooks, whatever server they come in by. */
export interface WebhookReception {
  /** Answers a request; never rejects. */
  serve(request: IncomingMessage, response: ServerResponse, place: WebhookPlace): Promise<void>;
}

const PREFIX = '/hooks/';
const BODY_MS = 10_000;
const MAX_AT_ONCE = 100;
const DISCARD_MS = 1000;

/** Whether a path is that of a hook, or could be. */
export function isWebhookPath(path: string): boolean {
  return path.startsWith(PREFIX);
}

/** A reception with limits that all requests share. */
export function createWebhookReception(options: WebhookReceptionOptions): WebhookReception {
  const { clock, limits, onRefused, onError } = options;
  const failures = createFailureLimit(clock);
  let active = 0;

  async function decide(request: IncomingMessage, from: string, place: WebhookPlace): Promise<WebhookResponse> {
    const refused = checkHead(request, place) ?? checkFailures(from, failures);
    if (refused !== undefined) return refused;
    if (active >= (limits.maxAtOnce ?? MAX_AT_ONCE)) return toBusy();
    active++;
    try {
      const body = await readInTime(request, options);
      if (!(body instanceof Uint8Array)) return body;
      const given = await options.receive({ hook: toHook(place.path), headers: toHeaders(request), body });
      if (given.status !== 401) return given;
      failures.fail(from);
      return failures.isOver(from) ? toTooMany(given.refused) : given;
    } finally {
      active--;
    }
  }

  return {
    async serve(request, response, place) {
      // A client that goes away in the middle is seen by the end of its request.
      response.on('error', () => undefined);
      const from = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
      const answer = await decide(request, from, place).catch((error: unknown): WebhookResponse => {
        onError(`A webhook failed: ${toMessage(error)}`);
        return refuse(500, 'Internal error. See the log of Toolyard.');
      });
      const { status, refused } = answer;
      if (refused !== undefined) onRefused({ hook: toHook(place.path), status, reason: refused, from });
      await discardBody(request, DISCARD_MS);
      send(request, response, answer);
    },
  };
}

/** What can be said before the body is read. No forge is a page in a browser, so no page is let in, also none of this machine. */
function checkHead({ headers, method }: IncomingMessage, { path, guard }: WebhookPlace): WebhookResponse | undefined {
  const misplaced = guard.checkPlace(headers);
  if (misplaced !== undefined) return refuse(misplaced.status, misplaced.message);
  if (headers.origin !== undefined) return refuse(403, 'Pages in a browser may not send webhooks.');
  if (!/^\/hooks\/[^/]+$/.test(path)) return refuse(404, 'Not found. The address of a hook is /hooks/ID.');
  return method === 'POST' ? undefined : refuse(405, 'Use POST.', { allow: 'POST' });
}

/** Behind a proxy all senders have the address of this machine: there only those who fail are turned away, and after a look. */
function checkFailures(from: string, failures: FailureLimit): WebhookResponse | undefined {
  return !isLoopback(from) && failures.isOver(from) ? toTooMany('it failed too often before') : undefined;
}

function toTooMany(reason: string | undefined): WebhookResponse {
  const answer = refuse(429, 'Too many requests with a wrong signature or token.', { 'retry-after': '60' });
  return reason === undefined ? answer : { ...answer, refused: reason };
}

function toBusy(): WebhookResponse {
  return refuse(503, 'Too many requests at once. Send it again later.', { 'retry-after': '1' });
}

async function readInTime(
  request: IncomingMessage,
  { clock, limits: { maxBytes, bodyMs = BODY_MS } }: WebhookReceptionOptions,
): Promise<Uint8Array | WebhookResponse> {
  let stopWaiting = (): void => undefined;
  const late = new Promise<WebhookResponse>((resolve) => {
    stopWaiting = clock.after(bodyMs, () => resolve(refuse(408, `The body did not arrive within ${bodyMs} ms.`)));
  });
  const read = await Promise.race([readRequestBody(request, maxBytes), late]);
  stopWaiting();
  if (read instanceof Uint8Array) return read;
  if (read === undefined) return refuse(400, 'The request broke off.');
  return 'body' in read ? read : refuse(read.status, read.message);
}

function refuse(status: number, error: string, headers: Readonly<Record<string, string>> = {}): WebhookResponse {
  return { status, body: { error }, refused: error, headers };
}

/** What stands after the prefix, as it is: ids of hooks need no escapes. */
function toHook(path: string): string {
  return path.slice(PREFIX.length);
}

function toHeaders({ headers }: IncomingMessage): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

function send(request: IncomingMessage, response: ServerResponse, { status, body, headers }: WebhookResponse): void {
  // What still comes of a body that was not read makes the connection useless.
  const ending = request.complete ? {} : { connection: 'close' };
  response.writeHead(status, { 'content-type': 'application/json', ...headers, ...ending });
  response.end(`${JSON.stringify(body)}\n`);
}
