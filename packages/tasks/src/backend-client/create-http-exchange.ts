import * as http from 'node:http';
import * as https from 'node:https';
import { createByteList, type Clock } from '@toolyard/core';
import type { BackendExchange, BackendExchangeOptions } from './backend-exchange.ts';
import { parseBackendReply } from './parse-backend-reply.ts';
import { BackendFailure, type BackendReply } from './task-backend.ts';
import { toHeaders } from './to-headers.ts';

/** Where a backend is, and what it is shown. */
export interface HttpExchangeOptions {
  /** Of http or https; its path stands before every other. */
  readonly baseUrl: URL;
  readonly serviceToken: string;
  readonly clock: Clock;
}

/** Shorter than the 5 seconds after which many servers close an unused connection, perhaps just when it is used. */
const UNUSED_MS = 4000;
const MAX_CONNECTIONS = 100;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Asks a backend over connections that are kept for the next request; redirects are not followed. */
export function createHttpExchange({ baseUrl, serviceToken, clock }: HttpExchangeOptions): BackendExchange {
  const isSecure = baseUrl.protocol === 'https:';
  const settings = { keepAlive: true, timeout: UNUSED_MS, maxSockets: MAX_CONNECTIONS };
  const agent = isSecure ? new https.Agent(settings) : new http.Agent(settings);
  const start = isSecure ? https.request : http.request;
  const base = baseUrl.pathname.replace(/(?<!\/)\/+$/, '');
  return {
    send(request, options) {
      const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
      const length = body === undefined ? {} : { 'content-length': body.length };
      const headers = { ...toHeaders(request, serviceToken), ...length };
      const url = new URL(baseUrl.origin + base + request.path);
      return exchange(() => start(url, { method: request.method, headers, agent }), { ...options, body, clock });
    },
    close() {
      agent.destroy();
      return Promise.resolve();
    },
  };
}

interface Sending extends BackendExchangeOptions {
  readonly body: Buffer | undefined;
  readonly clock: Clock;
}

function exchange(start: () => http.ClientRequest, sending: Sending): Promise<BackendReply> {
  const { signal, body, clock } = sending;
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const fail = (error: Error): void => reject(signal.aborted ? signal.reason : toFailure(error, isConnected));
    if (signal.aborted) return fail(new Error('aborted'));
    const request = start();
    request.on('error', fail);
    endWith(request, signal, fail);
    onConnected(request, () => {
      isConnected = true;
      sending.onConnected();
    });
    request.once('response', (response) => {
      readReply(response, clock).then(resolve, fail);
    });
    request.end(body);
  });
}

/** Node's own `signal` stays with the connection, and would end the next request that uses it. */
function endWith(request: http.ClientRequest, signal: AbortSignal, fail: (error: Error) => void): void {
  const end = (): void => {
    request.destroy();
    fail(new Error('aborted'));
  };
  signal.addEventListener('abort', end, { once: true });
  request.once('close', () => signal.removeEventListener('abort', end));
}

function onConnected(request: http.ClientRequest, callback: () => void): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) callback();
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', callback);
  });
}

async function readReply(response: http.IncomingMessage, clock: Clock): Promise<BackendReply> {
  const body = createByteList();
  for await (const part of response) {
    if (!(part instanceof Buffer)) continue;
    if (body.size + part.length > MAX_ANSWER_BYTES) {
      throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    }
    body.add(part);
  }
  return parseBackendReply({
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    text: new TextDecoder().decode(body.join()),
    now: clock.now(),
  });
}

function toFailure(error: Error, isConnected: boolean): BackendFailure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  return new BackendFailure('connection', code, !isConnected);
}
