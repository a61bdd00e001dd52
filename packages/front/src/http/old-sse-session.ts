import type { ServerResponse } from 'node:http';
import { ShortTermMap, type Frame, type Link, type LinkEnd, type Pressure, type RequestId } from '@toolyard/core';
import { openAudit, type OpenAudit } from '../session/open-audit.ts';
import { encodeEvent } from './encode-event.ts';
import { EventWriter, type Unsent } from './event-writer.ts';
import type { HttpSessionHost } from './http-session.ts';
import { Inbox } from '../session/inbox.ts';

/** One client of the old HTTP+SSE transport: all that is sent goes to one stream, whose end is the session's. */
export class OldSseSession implements Link {
  readonly id: string;
  readonly closed: Promise<LinkEnd>;
  readonly #host: HttpSessionHost;
  readonly #inbox = new Inbox();
  readonly #unsent: Unsent = { bytes: 0 };
  readonly #calls = new ShortTermMap<RequestId, OpenAudit>();
  #writer: EventWriter | undefined;
  #finish: (end: LinkEnd) => void = () => undefined;
  #isOver = false;

  constructor(id: string, host: HttpSessionHost) {
    this.id = id;
    this.#host = host;
    this.closed = new Promise((resolve) => (this.#finish = resolve));
  }

  /** Opens the stream, and says where messages are taken. */
  open(response: ServerResponse, endpoint: string): void {
    this.#writer = new EventWriter(response, {
      unsent: this.#unsent,
      start: `event: endpoint\ndata: ${endpoint}\n\n`,
      onClose: () => this.#end({ expected: false, reason: 'went away' }),
    });
    this.#writer.start();
  }

  /** Resolves when the session takes more messages. */
  ready(): Promise<void> {
    return this.#inbox.emptied();
  }

  receive(receiver: (frame: Frame) => Pressure): void {
    this.#inbox.receive(receiver);
  }

  send(frame: Frame): undefined {
    if (this.#isOver) return;
    if (frame.isResponse && frame.id !== undefined) this.#answer(frame.id, frame);
    this.#writer?.write(encodeEvent(frame));
    if (this.#unsent.bytes - frame.bytes.length <= this.#host.limits.maxUnsentBytes) return;
    this.#writer?.cutOff();
    this.#end({ expected: false, reason: 'does not read what is sent to it' });
  }

  post(frames: readonly Frame[], requestId: string): void {
    for (const frame of frames) this.#note(frame, requestId);
    this.#inbox.push(frames);
  }

  sweep(): void {
    this.#writer?.keepAlive();
  }

  close(): Promise<void> {
    this.#end({ expected: true, reason: 'was closed' });
    return Promise.resolve();
  }

  #note(frame: Frame, requestId: string): void {
    const call = openAudit(frame, { session: this.id.slice(0, 8), client: 'sse', requestId }, this.#host);
    if (call !== undefined && frame.id !== undefined) this.#calls.set(frame.id, call);
    const cancelled = frame.method === 'notifications/cancelled' ? frame.paramId('requestId') : undefined;
    if (cancelled === undefined) return;
    this.#calls.get(cancelled)?.end('cancelled');
    this.#calls.delete(cancelled);
  }

  #answer(id: RequestId, answer: Frame): void {
    this.#calls.get(id)?.answer(answer);
    this.#calls.delete(id);
  }

  #end(end: LinkEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const call of this.#calls.values()) call.end('unanswered');
    this.#writer?.end();
    this.#inbox.close();
    this.#host.onEnd();
    this.#finish(end);
  }
}
