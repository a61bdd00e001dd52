import type { Frame, HttpReply, HttpRequest, HttpRequester } from '@toolyard/core';
import { createSameOriginRequester } from './create-same-origin-requester.ts';

/** Where a server listens, and what it is sent with every request. */
export interface Endpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a link sends to one endpoint: the one place that knows how messages look as HTTP requests. */
export interface HttpChannel {
  /** Host and port, for messages. */
  readonly host: string;
  /** The session that the server gave, if it did. */
  readonly session: string | undefined;
  post(frame: Frame, signal: AbortSignal): Promise<HttpReply>;
  /** Asks for the stream of what the server sends unasked, or for the rest of a stream that broke off. */
  listen(lastEventId: string | undefined, signal: AbortSignal): Promise<HttpReply>;
  /** Tells the server that the session is over. */
  end(signal: AbortSignal): Promise<HttpReply>;
  /** Learns the session from the reply to `initialize`. */
  enter(reply: HttpReply): void;
  /** Learns the protocol revision from the answer to `initialize`. */
  greet(answer: Frame): void;
  /** Forgets session and revision. */
  leave(): void;
}

const EVENT_STREAM = 'text/event-stream';

/** A channel for Streamable HTTP with the handshake of the revisions 2025-03-26 to 2025-11-25. */
export function createHttpChannel({ url, headers }: Endpoint, requester: HttpRequester): HttpChannel {
  const { request } = createSameOriginRequester(requester);
  const given = toLowerCase(headers);
  let session: string | undefined;
  let revision: string | undefined;

  function toRequest(own: Readonly<Record<string, string>>): Pick<HttpRequest, 'url' | 'headers'> {
    return {
      url,
      headers: {
        ...given,
        ...own,
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
        ...(revision === undefined ? {} : { 'mcp-protocol-version': revision }),
      },
    };
  }

  return {
    host: new URL(url).host,
    get session() {
      return session;
    },
    post(frame, signal) {
      const own = { accept: `application/json, ${EVENT_STREAM}`, 'content-type': 'application/json' };
      return request({ method: 'POST', ...toRequest(own), body: frame.bytes, signal });
    },
    listen(lastEventId, signal) {
      const own = { accept: EVENT_STREAM, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
      return request({ method: 'GET', ...toRequest(own), signal });
    },
    end: (signal) => request({ method: 'DELETE', ...toRequest({}), signal }),
    enter(reply) {
      session = reply.headers['mcp-session-id'];
    },
    greet(answer) {
      const result = answer.value('result');
      const given = typeof result === 'object' && result !== null && 'protocolVersion' in result;
      revision = given && typeof result.protocolVersion === 'string' ? result.protocolVersion : undefined;
    },
    leave() {
      session = undefined;
      revision = undefined;
    },
  };
}

/** Headers with their names in lower case, so that one that was configured and one of our own are never both sent. */
export function toLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
