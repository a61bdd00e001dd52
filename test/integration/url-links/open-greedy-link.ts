import {
  createNotification,
  createRequest,
  createResponse,
  type Frame,
  type HttpReply,
  type HttpRequest,
} from '@toolyard/core';
import { createUrlLinkStarter } from '@toolyard/runtime';
import {
  createFakeClock,
  createFakeRequester,
  createMemoryLog,
  createReply,
  createWrittenBody,
  waitUntil,
} from '@toolyard/testing';
import { answerOf, messageOf, URL_OF_SERVER } from './open-fake-link.ts';

/** The three ways in which a server at a URL is spoken to. */
export type LinkKind = 'http' | 'sse' | 'stateless';

/** A message that the server has not replied to yet. */
export interface HeldPost {
  readonly request: HttpRequest;
  /** Replies 202. */
  take(): void;
}

/**
 * A link whose receiver answers what it is asked, to a server that replies to the handshake, and to nothing else before
 * the test says so. What the server sends unasked is written to `stream`.
 */
export async function openGreedyLink(kind: LinkKind) {
  const stream = createWrittenBody();
  if (kind === 'sse') stream.write('event: endpoint\ndata: /messages\n\n');
  const posts: HeldPost[] = [];
  const requester = createFakeRequester((request): HttpReply | Promise<HttpReply> => {
    if (request.method !== 'POST') return createReply(200, stream.body);
    const message = messageOf(request);
    if (message.method === 'notifications/initialized') return createReply(202);
    if (message.method === 'initialize' && kind !== 'sse') return createReply(200, answerOf(message));
    if (message.method === 'initialize') {
      stream.write(`data: ${answerOf(message)}\n\n`);
      return createReply(202);
    }
    return new Promise((resolve) => posts.push({ request, take: () => resolve(createReply(202)) }));
  });
  const [clock, log] = [createFakeClock(), createMemoryLog()];
  const starter = createUrlLinkStarter({ requester, clock, log });
  const transport = kind === 'sse' ? 'sse' : 'http';
  const definition = { key: 'far', transport, url: URL_OF_SERVER, headers: {} } as const;
  const era = kind === 'stateless' ? '2026-07-28' : undefined;
  const link = await starter.start(definition, new AbortController().signal, era);
  const received: Frame[] = [];
  link.receive((frame) => {
    received.push(frame);
    return frame.isRequest && frame.id !== undefined ? link.send(createResponse(frame.id, '{}')) : undefined;
  });
  if (kind !== 'stateless') {
    void link.send(createRequest('first', 'initialize'));
    await waitUntil(() => received.length === 1);
    void link.send(createNotification('notifications/initialized'));
    const isOver = ({ body }: HttpRequest): boolean => new TextDecoder().decode(body).includes('initialized');
    await waitUntil(() => requester.requests.some(isOver));
  }
  /** Those that wait for a reply and were not given up. */
  const held = (): HeldPost[] => posts.filter(({ request }) => !request.signal.aborted);
  const heldFor = (method: string): HeldPost | undefined =>
    held().find(({ request }) => messageOf(request).method === method);
  return { link, stream, posts, held, heldFor, received, clock, log, requester };
}
