import {
  createNotification,
  createRequest,
  createResponse,
  type Frame,
  type Link,
  type RequestId,
} from '@toolyard/core';
import { createHttpFront, type HttpFront, type HttpFrontOptions } from '@toolyard/front';
import { systemClock } from '@toolyard/node';
import { onTestFinished } from 'vitest';

/** A client of a front as the front's owner sees it. */
export interface Accepted {
  readonly link: Link;
  readonly received: Frame[];
  /** How the link ended, if it did. */
  end?: string;
}

/** A front with a small server behind it. */
export interface OpenFront {
  readonly front: HttpFront;
  readonly port: number;
  readonly url: string;
  readonly accepted: Accepted[];
  readonly audited: Readonly<Record<string, unknown>>[];
  /** The last client. */
  last(): Accepted;
}

/**
 * Listens on loopback until the test is over. The server answers everything but the methods that start with "silent", and
 * before the answer it reports progress for the method and the parameter "reports", which makes the response a stream.
 */
export async function openFront(options: Partial<HttpFrontOptions> = {}): Promise<OpenFront> {
  const accepted: Accepted[] = [];
  const audited: Readonly<Record<string, unknown>>[] = [];
  const front = createHttpFront({
    clock: systemClock,
    accept: (link) => void accepted.push(serve(link)),
    audit: (entry) => void audited.push({ ...entry }),
    onError: (message) => {
      throw new Error(message);
    },
    ...options,
  });
  onTestFinished(() => front.close());
  const { port } = await front.listen({ host: '127.0.0.1', port: 0 });
  const last = (): Accepted => {
    const found = accepted.at(-1);
    if (found === undefined) throw new Error('no client came');
    return found;
  };
  return { front, port, url: `http://127.0.0.1:${port}`, accepted, audited, last };
}

function serve(link: Link): Accepted {
  const accepted: Accepted = { link, received: [] };
  void link.closed.then(({ reason }) => (accepted.end = reason));
  link.receive((frame) => {
    accepted.received.push(frame);
    if (frame.id === undefined || !frame.isRequest || frame.method?.startsWith('silent') === true) return undefined;
    if (frame.method === 'reports' || frame.param('reports') === true) reportProgress(link, frame.id);
    return link.send(createResponse(frame.id, resultOf(frame)));
  });
  return accepted;
}

function reportProgress(link: Link, id: RequestId): void {
  void link.send(createNotification('notifications/progress', { progressToken: 'p', progress: 1 }), id);
}

function resultOf(frame: Frame): string {
  if (frame.method === 'initialize') {
    return JSON.stringify({ protocolVersion: frame.param('protocolVersion'), capabilities: {} });
  }
  if (frame.method === 'large') return JSON.stringify({ text: 'x'.repeat(Number(frame.param('size'))) });
  return JSON.stringify({ method: frame.method });
}

/** The headers that every client sends. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** A request as text. */
export function ask(id: RequestId, method: string, params?: object): string {
  return Buffer.from(createRequest(id, method, params).bytes).toString();
}

/** The first message of a client. */
export function handshake(protocolVersion = '2025-11-25'): string {
  return ask(0, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } });
}

/** One session of a raw client. */
export interface RawSession {
  readonly id: string;
  post(body: string, headers?: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Response>;
  get(headers?: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Response>;
  delete(): Promise<Response>;
}

/** Shakes hands. */
export async function openSession(url: string, protocolVersion?: string): Promise<RawSession> {
  const answer = await fetch(`${url}/mcp`, { method: 'POST', headers: HEADERS, body: handshake(protocolVersion) });
  await answer.text();
  const id = answer.headers.get('mcp-session-id') ?? '';
  const own = { ...HEADERS, 'mcp-session-id': id };
  return {
    id,
    post: (body, headers = {}, signal) =>
      fetch(`${url}/mcp`, { method: 'POST', headers: { ...own, ...headers }, body, ...(signal && { signal }) }),
    get: (headers = {}, signal) =>
      fetch(`${url}/mcp`, {
        headers: { accept: 'text/event-stream', 'mcp-session-id': id, ...headers },
        ...(signal && { signal }),
      }),
    delete: () => fetch(`${url}/mcp`, { method: 'DELETE', headers: { 'mcp-session-id': id } }),
  };
}

/** One event of a stream. */
export interface SeenEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
  readonly retry?: string;
}

/** Reads events until `isEnough`, or to the end. */
export async function readEvents(
  response: Response,
  isEnough: (events: readonly SeenEvent[]) => boolean = () => false,
): Promise<SeenEvent[]> {
  const reader = response.body?.getReader();
  if (reader === undefined) return [];
  const decoder = new TextDecoder();
  const events: SeenEvent[] = [];
  let text = '';
  while (!isEnough(events)) {
    const { done, value } = await reader.read();
    if (done) return events;
    text += decoder.decode(value, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    events.push(...parts.map(toEvent));
  }
  reader.releaseLock();
  return events;
}

function toEvent(text: string): SeenEvent {
  const fields = text.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]);
  return Object.fromEntries(fields);
}

/** The messages in events. */
export function messagesIn(events: readonly SeenEvent[]): unknown[] {
  return events.flatMap(({ data }) => (data === undefined || data === '' ? [] : [JSON.parse(data)]));
}

/** All messages of a response, whether it is JSON or a stream. */
export async function readMessages(response: Response): Promise<unknown[]> {
  if (response.headers.get('content-type') !== 'application/json') return messagesIn(await readEvents(response));
  const body: unknown = await response.json();
  return Array.isArray(body) ? body : [body];
}
