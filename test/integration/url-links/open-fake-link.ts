import {
  createNotification,
  createRequest,
  type Frame,
  type HttpReply,
  type HttpRequest,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import { createUrlLinkStarter } from '@toolyard/runtime';
import {
  createFakeClock,
  createFakeRequester,
  createMemoryLog,
  createReply,
  waitUntil,
  type FakeClock,
} from '@toolyard/testing';
import { expect } from 'vitest';

const REVISION = '2025-11-25';
/** Where the fake server listens. */
export const URL_OF_SERVER = 'http://server.test:81/mcp?key=abc';

interface Message {
  readonly id?: RequestId;
  readonly method?: string;
}

/** The JSON-RPC message of a POST. */
export function messageOf({ body }: HttpRequest): Message {
  return JSON.parse(new TextDecoder().decode(body)) as Message;
}

/** The text of the answer to a message. */
export function answerOf({ id, method }: Message): string {
  const result = method === 'initialize' ? `{"protocolVersion":"${REVISION}"}` : `{"of":"${method}"}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

/** A well-behaved server with one session, without a stream for notifications. */
function behave(request: HttpRequest): HttpReply {
  if (request.method !== 'POST') return createReply(405);
  const message = messageOf(request);
  if (message.id === undefined || message.method === undefined) return createReply(202);
  return createReply(200, answerOf(message), message.method === 'initialize' ? { 'mcp-session-id': 's1' } : {});
}

type Answer = (request: HttpRequest) => HttpReply | Promise<HttpReply> | undefined;

interface Received {
  readonly frame: Frame;
  readonly relatedTo: RequestId | undefined;
}

/** A link to that server over a network that does what `answer` says, and behaves where it says nothing. */
export async function openFakeLink(
  answer: Answer = () => undefined,
  onFrame: (frame: Frame) => Pressure = () => undefined,
) {
  const requester = createFakeRequester((request) => answer(request) ?? behave(request));
  const [clock, log] = [createFakeClock(), createMemoryLog()];
  const headers = { Authorization: 'Bearer very-secret' };
  const starter = createUrlLinkStarter({ requester, clock, log });
  const definition = { key: 'far', transport: 'http', url: URL_OF_SERVER, headers } as const;
  const link = await starter.start(definition, new AbortController().signal);
  const received: Received[] = [];
  link.receive((frame, relatedTo) => {
    received.push({ frame, relatedTo });
    return onFrame(frame);
  });
  const texts = (): string[] => received.map(({ frame }) => new TextDecoder().decode(frame.bytes));
  const posted = (): (string | undefined)[] =>
    requester.requests.filter(({ method }) => method === 'POST').map((request) => messageOf(request).method);
  const answerTo = async (id: RequestId): Promise<Frame> => {
    await waitUntil(() => received.some(({ frame }) => frame.isResponse && frame.id === id));
    const found = received.find(({ frame }) => frame.isResponse && frame.id === id);
    if (found === undefined) throw new Error('unreachable');
    return found.frame;
  };
  async function shakeHands(): Promise<void> {
    void link.send(createRequest(1, 'initialize', {}));
    await answerTo(1);
    void link.send(createNotification('notifications/initialized'));
  }
  const ask = (id: RequestId, method = 'tools/call'): Promise<Frame> => {
    void link.send(createRequest(id, method, {}));
    return answerTo(id);
  };
  return { link, requester, clock, log, received, texts, posted, answerTo, shakeHands, ask };
}

/** The error of an answer. */
export const errorOf = (frame: Frame): unknown => frame.value('error');
/** The text of an event. */
export const event = (data: string, more = ''): string => `${more}data: ${data}\n\n`;
/** Whether a request posts a call. */
export const isCall = (request: HttpRequest): boolean =>
  request.method === 'POST' && messageOf(request).method === 'tools/call';

/** Expects that something which is counted happens once after each of these waits, and not a millisecond earlier. */
export async function expectWaits(clock: FakeClock, waits: readonly number[], count: () => number): Promise<void> {
  for (const wait of waits) {
    await waitUntil(() => clock.pending === 1);
    const before = count();
    clock.advance(wait - 1);
    expect([wait, clock.pending]).toEqual([wait, 1]);
    clock.advance(1);
    await waitUntil(() => count() === before + 1);
  }
}
