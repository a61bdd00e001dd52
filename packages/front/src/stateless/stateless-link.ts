import type { Frame, Link, LinkEnd, Pressure } from '@toolyard/core';
import { Inbox } from '../session/inbox.ts';

/** Who deals with what comes over a link. */
export interface StatelessServing {
  take(frame: Frame): Pressure;
  /** Called from time to time. */
  keepAlive(): void;
  /** Called once, when nothing comes any more. */
  end(): void;
}

/** The link of one request without a session: it begins and ends with that request. */
export class StatelessLink implements Link {
  readonly id: string;
  readonly closed: Promise<LinkEnd>;
  readonly #onEnd: () => void;
  readonly #inbox = new Inbox();
  #serving: StatelessServing | undefined;
  #finish: (end: LinkEnd) => void = () => undefined;
  #isOver = false;

  constructor(id: string, onEnd: () => void) {
    this.id = id;
    this.#onEnd = onEnd;
    this.closed = new Promise((resolve) => (this.#finish = resolve));
  }

  /** Gives all that comes to `serving`. */
  serve(serving: StatelessServing): void {
    this.#serving = serving;
  }

  /** Hands a message of the client to whoever serves it. */
  push(frame: Frame): void {
    if (!this.#isOver) this.#inbox.push([frame]);
  }

  receive(receiver: (frame: Frame) => Pressure): void {
    this.#inbox.receive(receiver);
  }

  send(frame: Frame): Pressure {
    return this.#isOver ? undefined : this.#serving?.take(frame);
  }

  sweep(): void {
    this.#serving?.keepAlive();
  }

  close(): Promise<void> {
    this.#end({ expected: true, reason: 'was closed' });
    return Promise.resolve();
  }

  /** The client is gone, which takes back what it asked for. */
  leave(reason = 'went away'): void {
    this.#end({ expected: false, reason });
  }

  #end(end: LinkEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#serving?.end();
    this.#inbox.close();
    this.#onEnd();
    this.#finish(end);
  }
}
