import type { Frame, Pressure } from '@toolyard/core';

/** Hands the messages of a client to the one receiver, in order, as fast as that takes them. */
export class Inbox {
  #receiver: ((frame: Frame) => Pressure) | undefined;
  #waiting: Frame[] = [];
  #isBusy = false;
  #onEmpty: (() => void)[] = [];

  /** Starts delivery, also of what came before. */
  receive(receiver: (frame: Frame) => Pressure): void {
    this.#receiver = receiver;
    this.#deliver();
  }

  push(frames: readonly Frame[]): void {
    for (const frame of frames) this.#waiting.push(frame);
    this.#deliver();
  }

  /** Resolves when nothing waits any more: until then no more of the client should be read. */
  async emptied(): Promise<void> {
    if (this.#isEmpty) return;
    await new Promise<void>((resolve) => void this.#onEmpty.push(resolve));
  }

  /** Forgets what waits; nothing is delivered any more. */
  close(): void {
    this.#receiver = () => undefined;
    this.#waiting = [];
    this.#isBusy = false;
    this.#tellEmpty();
  }

  get #isEmpty(): boolean {
    return this.#waiting.length === 0 && !this.#isBusy;
  }

  #deliver(): void {
    if (this.#receiver === undefined || this.#isBusy) return;
    let at = 0;
    const { length } = this.#waiting;
    while (at < length && !this.#isBusy) {
      const frame = this.#waiting[at++];
      const pressure = frame && this.#receiver(frame);
      if (pressure !== undefined) this.#hold(pressure);
    }
    this.#waiting = this.#waiting.slice(at);
    if (this.#isEmpty) this.#tellEmpty();
  }

  #hold(pressure: Promise<void>): void {
    this.#isBusy = true;
    void pressure.then(() => {
      this.#isBusy = false;
      this.#deliver();
    });
  }

  #tellEmpty(): void {
    for (const tell of this.#onEmpty.splice(0)) tell();
  }
}
