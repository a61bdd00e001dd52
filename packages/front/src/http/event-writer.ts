import type { ServerResponse } from 'node:http';

/** Counts what a client has not taken yet, over all its responses. */
export interface Unsent {
  bytes: number;
}

const KEEP_ALIVE = Buffer.from(': \n\n');

/** How long the start of a stream waits for its first event: most answers come sooner, and one write costs less than two. */
const START_MS = 10;

/** What a writer begins with, and whom it tells. */
export interface EventWriterOptions {
  readonly unsent: Unsent;
  /** What stands before the first event. */
  readonly start: string;
  /** Told once, when the response is over for whatever reason. */
  onClose(): void;
}

/** One response that is a stream of events. */
export class EventWriter {
  readonly #response: ServerResponse;
  readonly #unsent: Unsent;
  readonly #timer: ReturnType<typeof setTimeout>;
  #ownUnsent = 0;
  #start: string | undefined;

  /** Nothing is sent before the first event, `start`, or a moment that a client does not notice. */
  constructor(response: ServerResponse, { unsent, start, onClose }: EventWriterOptions) {
    this.#response = response;
    this.#unsent = unsent;
    this.#start = start;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    this.#timer = setTimeout(() => this.start(), START_MS);
    response.once('close', () => {
      clearTimeout(this.#timer);
      this.#count(-this.#ownUnsent);
      onClose();
    });
  }

  /** Sends the headers and what stands before the first event. */
  start(): void {
    clearTimeout(this.#timer);
    const start = this.#start;
    this.#start = undefined;
    if (start !== undefined) this.#send(Buffer.from(start));
  }

  write(chunk: Uint8Array): void {
    // Node joins what is written in one turn.
    this.start();
    this.#send(chunk);
  }

  /** Shows that the connection lives. */
  keepAlive(): void {
    this.write(KEEP_ALIVE);
  }

  /** Ends the response after what was written; `onDelivered` is told when the client's connection has taken all of it. */
  end(onDelivered: () => void = () => undefined): void {
    this.start();
    const { socket } = this.#response;
    // A response counts as finished too where its connection broke off.
    this.#response.end(() => socket?.destroyed === false && onDelivered());
  }

  /** Ends it at once. */
  cutOff(): void {
    this.#response.destroy();
  }

  #send(chunk: Uint8Array): void {
    if (this.#response.closed) return;
    this.#count(chunk.length);
    this.#response.write(chunk, () => this.#count(-Math.min(chunk.length, this.#ownUnsent)));
  }

  #count(bytes: number): void {
    this.#ownUnsent += bytes;
    this.#unsent.bytes += bytes;
  }
}
