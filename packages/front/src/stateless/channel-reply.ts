import type { Frame, Link, Pressure } from '@toolyard/core';
import type { StatelessReply } from './stateless-reply.ts';

/** The answer to one stateless request of a client that has one channel for all. */
export class ChannelReply implements StatelessReply {
  readonly #client: Link;
  readonly #onOver: () => void;
  #tellGone: () => void = () => undefined;
  #isOver = false;

  /** `onOver` is told once, before the answer is sent or when the request is cancelled. */
  constructor(client: Link, onOver: () => void) {
    this.#client = client;
    this.#onOver = onOver;
  }

  onGone(listener: () => void): void {
    this.#tellGone = listener;
  }

  write(frame: Frame): Pressure {
    return this.#isOver ? undefined : this.#client.send(frame);
  }

  answer(frame: Frame): Pressure {
    return this.#finish() ? this.#client.send(frame) : undefined;
  }

  keepAlive(): void {
    // Nobody between takes a pipe for dead.
  }

  /** The client wants no answer any more. */
  cancel(): void {
    if (this.#finish()) this.#tellGone();
  }

  #finish(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#onOver();
    return true;
  }
}
