import type { ServerResponse } from 'node:http';

/** Counts what a client has not taken yet, over all its responses. */
export interface Unsent {
  bytes: number;
}

const KEEP_ALIVE = Buffer.from(': \n\n');

/** One response that is a stream of events. */
export class EventWriter {
  readonly #response: ServerResponse;
  readonly #unsent: Unsent;
  #ownUnsent = 0;

  /** Sends the headers with the first write; `onClose` is told once, when the response is over for whatever reason. */
  constructor(response: ServerResponse, unsent: Unsent, onClose: () => void) {
    this.#response = response;
    this.#unsent = unsent;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    response.once('close', () => {
      this.#count(-this.#ownUnsent);
      onClose();
    });
  }

  write(chunk: Uint8Array): void {
    if (this.#response.closed) return;
    this.#count(chunk.length);
    this.#response.write(chunk, () => this.#count(-Math.min(chunk.length, this.#ownUnsent)));
  }

  /** Shows that the connection lives. */
  keepAlive(): void {
    this.write(KEEP_ALIVE);
  }

  /** Ends the response after what was written. */
  end(): void {
    this.#response.end();
  }

  /** Ends it at once. */
  cutOff(): void {
    this.#response.destroy();
  }

  #count(bytes: number): void {
    this.#ownUnsent += bytes;
    this.#unsent.bytes += bytes;
  }
}
