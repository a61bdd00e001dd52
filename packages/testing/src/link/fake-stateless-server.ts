import {
  createErrorResponse,
  createNotification,
  createResponse,
  type Frame,
  type JsonRpcError,
  type Link,
  type RequestId,
} from '@toolyard/core';

/** What a fake stateless server answers: a result, an error, or nothing. */
export type FakeAnswer = { readonly result: object } | { readonly error: JsonRpcError } | 'never';

/** How a fake stateless server differs from one that has a tool `echo` and tells of every change. */
export interface FakeStatelessOptions {
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Takes a request for itself; `undefined` leaves it to the default. */
  answer?(request: Frame): FakeAnswer | undefined;
}

/** A server of revision 2026-07-28 at the other end of a link, without a process. */
export interface FakeStatelessServer {
  /** All that it received, in order. */
  readonly received: readonly Frame[];
  /** What it received of one method. */
  of(method: string): readonly Frame[];
  /** Answers a request that was left without an answer. */
  answer(id: RequestId, answer: Exclude<FakeAnswer, 'never'>): void;
  notify(method: string, params?: unknown): void;
}

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** Serves on a link until it ends; it knows no handshake. */
export function serveFakeStateless(link: Link, options: FakeStatelessOptions = {}): FakeStatelessServer {
  const received: Frame[] = [];
  const server: FakeStatelessServer = {
    received,
    of: (method) => received.filter((frame) => frame.method === method),
    notify: (method, params) => void link.send(createNotification(method, params)),
    answer(id, answer) {
      const isError = 'error' in answer;
      void link.send(
        isError ? createErrorResponse(id, answer.error) : createResponse(id, JSON.stringify(toResult(answer.result))),
      );
    },
  };

  link.receive((frame) => {
    received.push(frame);
    const { id } = frame;
    if (!frame.isRequest || id === undefined) return undefined;
    const answer = options.answer?.(frame) ?? answerOf(frame, options, server);
    if (answer !== 'never') server.answer(id, answer);
    return undefined;
  });
  return server;
}

function answerOf(request: Frame, options: FakeStatelessOptions, server: FakeStatelessServer): FakeAnswer {
  switch (request.method) {
    case 'server/discover':
      return {
        result: {
          supportedVersions: ['2026-07-28'],
          capabilities: options.capabilities ?? { tools: { listChanged: true } },
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fake', version: '1' } },
        },
      };
    case 'tools/list':
      return { result: { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] } };
    case 'tools/call':
      return { result: { content: [{ type: 'text', text: JSON.stringify(request.param('arguments') ?? {}) }] } };
    case 'subscriptions/listen':
      server.notify('notifications/subscriptions/acknowledged', {
        notifications: request.param('notifications'),
        _meta: { [SUBSCRIPTION_ID]: request.id },
      });
      return 'never';
    default:
      return { error: { code: -32601, message: `Method not found: ${request.method}` } };
  }
}

function toResult(result: object): object {
  return { resultType: 'complete', ...result };
}
