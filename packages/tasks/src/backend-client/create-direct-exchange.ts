import { orAborted } from '@toolyard/core';
import type { BackendExchange, ExchangeOptions, ExchangeRequest } from './backend-exchange.ts';
import { parseReply } from './parse-reply.ts';
import { toHeaders } from './to-headers.ts';

/** A request without a socket, as a backend in this process takes it. */
export interface DirectCall {
  readonly method: ExchangeRequest['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a backend in this process is asked through. */
export interface DirectExchangeOptions {
  handle(call: DirectCall): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }>;
  readonly serviceToken: string;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Asks a backend of this process, without a socket in between. */
export function createDirectExchange({ handle, serviceToken, now }: DirectExchangeOptions): BackendExchange {
  async function send(request: ExchangeRequest, { signal, onConnected }: ExchangeOptions) {
    signal.throwIfAborted();
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const { method, path } = request;
    onConnected();
    const headers = toHeaders(request, serviceToken);
    const reply = await orAborted(handle({ method, path, headers, ...(body === undefined ? {} : { body }) }), signal);
    return parseReply({ status: reply.status, retryAfter: reply.headers['retry-after'], text: reply.body, now: now() });
  }
  return { send, close: () => Promise.resolve() };
}
