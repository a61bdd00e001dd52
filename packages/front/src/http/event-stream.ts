import type { ServerResponse } from 'node:http';
import type { Frame } from '@toolyard/core';
import { encodeEvent } from './encode-event.ts';
import type { EventStore } from './event-store.ts';
import { EventWriter, type Unsent } from './event-writer.ts';
import type { Reply } from './reply.ts';

/** What a stream is part of. */
export interface StreamHost {
  readonly store: EventStore;
  readonly unsent: Unsent;
  readonly retryMs: number;
  now(): number;
  /** Whether the client knows events without data, which give it an id to come back with. */
  knowsEmptyEvents(): boolean;
  /** Told whenever a response of the stream is over. */
  onDetach(): void;
}

/** One stream of events; responses may break off and be followed by others that go on where they ended. */
export class EventStream implements Reply {
  readonly takesMessages = true;
  readonly number: number;
  readonly #host: StreamHost;
  #writer: EventWriter | undefined;
  #last = 0;
  /** The last event that went into any response. */
  #sent = 0;
  #isFinished = false;
  #deliveredAt: number | undefined;

  constructor(number: number, host: StreamHost) {
    this.number = number;
    this.#host = host;
  }

  get isAttached(): boolean {
    return this.#writer !== undefined;
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** When the client's connection took the last of a finished stream; absent before. */
  get deliveredAt(): number | undefined {
    return this.#deliveredAt;
  }

  /** Goes on in this response, after the event with that number, else after the last that was sent; an older one ends. */
  attach(response: ServerResponse, after: number = this.#sent): void {
    this.#writer?.cutOff();
    const writer = new EventWriter(response, {
      unsent: this.#host.unsent,
      start: this.#greeting(after),
      onClose: () => {
        if (this.#writer === writer) this.#writer = undefined;
        this.#host.onDetach();
      },
    });
    this.#writer = writer;
    this.#deliveredAt = undefined;
    for (const { chunk } of this.#host.store.after(this.number, after)) writer.write(chunk);
    this.#sent = this.#last;
    if (this.#isFinished) this.#endResponse();
  }

  write(frame: Frame): void {
    this.#last += 1;
    const chunk = encodeEvent(frame, `${this.number}-${this.#last}`);
    this.#host.store.add({ stream: this.number, number: this.#last, chunk, at: this.#host.now() });
    if (this.#writer === undefined) return;
    this.#writer.write(chunk);
    this.#sent = this.#last;
  }

  finish(): void {
    this.#isFinished = true;
    this.#endResponse();
  }

  /** Sends the headers of the response now, for clients that wait for them alone. */
  start(): void {
    this.#writer?.start();
  }

  abandon(): void {
    this.finish();
  }

  keepAlive(): void {
    this.#writer?.keepAlive();
  }

  #endResponse(): void {
    this.#writer?.end(() => (this.#deliveredAt = this.#host.now()));
  }

  #greeting(after: number): string {
    const { retryMs } = this.#host;
    return `${this.#host.knowsEmptyEvents() ? `id: ${this.number}-${after}\ndata: \n` : ''}retry: ${retryMs}\n\n`;
  }
}
