import * as http from 'node:http';
import * as https from 'node:https';
import type { HttpReply, HttpRequest, HttpRequester } from '@toolyard/core';
import { explainNetworkFailure } from './explain-network-failure.ts';

/** A requester with connections of its own. */
export interface NodeHttpRequester extends HttpRequester {
  /** Ends every connection. */
  close(): void;
}

/** How long the requester waits for what. */
export interface RequesterOptions {
  readonly connectTimeoutMs?: number;
  /** How long a connection is kept that nobody uses. */
  readonly unusedMs?: number;
  /** What people call the address where they write it, for messages; `url` where absent. */
  readonly setting?: string;
}

const CONNECT_TIMEOUT_MS = 30_000;

/** Shorter than the 5 seconds after which many servers close an unused connection, perhaps just when it is used. */
const UNUSED_MS = 4000;

/** How often the system asks whether the other end of a quiet connection is still there. */
const PROBE_MS = 30_000;

const MAX_HEADER_BYTES = 65_536;

/**
 * Makes requests with Node, over connections that are kept for the next one.
 *
 * An answer has no limit in time: a tool may think for long, and a stream may be quiet.
 */
export function createNodeHttpRequester(options: RequesterOptions = {}): NodeHttpRequester {
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS, unusedMs = UNUSED_MS, setting = 'url' } = options;
  const kept = { keepAlive: true, keepAliveMsecs: PROBE_MS, timeout: unusedMs };
  const plain = new http.Agent(kept);
  const secure = new https.Agent(kept);

  return {
    request: (request) => {
      const url = new URL(request.url);
      const start = url.protocol === 'https:' ? https.request : http.request;
      const agent = url.protocol === 'https:' ? secure : plain;
      return send(request, { url, start, agent, connectTimeoutMs, setting });
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

interface Way {
  readonly url: URL;
  readonly start: typeof http.request;
  readonly agent: http.Agent;
  readonly connectTimeoutMs: number;
  readonly setting: string;
}

function send({ body, ...about }: HttpRequest, way: Way): Promise<HttpReply> {
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  const { request, reply } = open({ ...about, headers: { ...about.headers, ...length } }, way);
  request?.end(body);
  return reply;
}

interface Opened {
  /** Waits for its body; absent where there was none to be made. */
  readonly request?: http.ClientRequest;
  readonly reply: Promise<HttpReply>;
}

/** What listens to a request lives as long as its reply, and a body can be large: so it is not to be seen here. */
function open({ method, headers, signal }: Omit<HttpRequest, 'body'>, way: Way): Opened {
  const { url, start, agent, connectTimeoutMs, setting } = way;
  let isConnected = false;
  let resolve: (reply: HttpReply) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const reply = new Promise<HttpReply>((...settle) => ([resolve, reject] = settle));
  const fail = (error: Error): void =>
    reject(signal.aborted ? error : explainNetworkFailure({ error, host: url.host, isConnected, setting }));
  try {
    signal.throwIfAborted();
    const request = start(url, { method, headers, agent, maxHeaderSize: MAX_HEADER_BYTES });
    request.on('error', fail);
    endWith(request, signal);
    onConnected(request, connectTimeoutMs, () => (isConnected = true));
    request.once('response', (response) => resolve(toReply(response, url.host, signal)));
    return { request, reply };
  } catch (error) {
    fail(error instanceof Error ? error : new Error(String(error)));
    return { reply };
  }
}

/** Node's own `signal` stays with the connection, and would end the next request that uses it. */
function endWith(request: http.ClientRequest, signal: AbortSignal): void {
  // Without an error, since a connection that is just being given back has nobody who listens for one.
  const end = (): void => void request.destroy();
  signal.addEventListener('abort', end, { once: true });
  request.once('close', () => signal.removeEventListener('abort', end));
}

/** Calls back when the request has a connection; one that takes longer than `ms` is given up. */
function onConnected(request: http.ClientRequest, ms: number, callback: () => void): void {
  const timer = setTimeout(() => {
    request.destroy(Object.assign(new Error('the connection took too long'), { code: 'ETIMEDOUT' }));
  }, ms);
  const connected = (): void => {
    clearTimeout(timer);
    callback();
  };
  request.once('close', () => clearTimeout(timer));
  request.once('socket', (socket) => {
    if (!socket.connecting) connected();
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected);
  });
}

function toReply(response: http.IncomingMessage, host: string, signal: AbortSignal): HttpReply {
  // What breaks off before somebody reads is told to the reader.
  response.on('error', () => undefined);
  const headers = Object.entries(response.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: readFrom(response, host, signal),
  };
}

async function* readFrom(
  response: http.IncomingMessage,
  host: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of response) if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    if (signal.aborted || !(error instanceof Error)) throw error;
    throw explainNetworkFailure({ error, host, isConnected: true });
  }
}
