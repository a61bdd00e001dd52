/** One event that was sent or is to be sent. */
export interface StoredEvent {
  readonly stream: number;
  /** Counts the events of its stream from 1. */
  readonly number: number;
  readonly chunk: Uint8Array;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** How much is kept. */
export interface StoreLimits {
  readonly maxStoredEvents: number;
  readonly maxStoredBytes: number;
}

/** The last events of one session; the newest is kept whatever its size, since it may be an answer. */
export class EventStore {
  readonly #limits: StoreLimits;
  readonly #onForgotten: (stream: number) => void;
  readonly #counts = new Map<number, number>();
  #events: StoredEvent[] = [];
  #bytes = 0;

  /** `onForgotten` is told when the last event of a stream was dropped. */
  constructor(limits: StoreLimits, onForgotten: (stream: number) => void) {
    this.#limits = limits;
    this.#onForgotten = onForgotten;
  }

  add(event: StoredEvent): void {
    this.#events.push(event);
    this.#bytes += event.chunk.length;
    this.#counts.set(event.stream, (this.#counts.get(event.stream) ?? 0) + 1);
    const { maxStoredEvents, maxStoredBytes } = this.#limits;
    while (this.#events.length > 1 && (this.#events.length > maxStoredEvents || this.#bytes > maxStoredBytes)) {
      this.#dropOldest();
    }
  }

  /** The events of a stream after that number, in order. */
  after(stream: number, number: number): readonly StoredEvent[] {
    if (!this.has(stream)) return [];
    return this.#events.filter((event) => event.stream === stream && event.number > number);
  }

  has(stream: number): boolean {
    return this.#counts.has(stream);
  }

  /** Drops what is older. */
  dropBefore(time: number): void {
    while ((this.#events[0]?.at ?? time) < time) this.#dropOldest();
  }

  clear(): void {
    this.#events = [];
    this.#counts.clear();
    this.#bytes = 0;
  }

  #dropOldest(): void {
    const dropped = this.#events.shift();
    if (dropped === undefined) return;
    const { stream, chunk } = dropped;
    this.#bytes -= chunk.length;
    const left = (this.#counts.get(stream) ?? 1) - 1;
    this.#counts.set(stream, left);
    if (left > 0) return;
    this.#counts.delete(stream);
    this.#onForgotten(stream);
  }
}
