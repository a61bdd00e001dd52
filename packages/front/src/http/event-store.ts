import type { ReplayBudget } from './replay-budget.ts';

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

/** The last events of one session. The newest is kept whatever its size, since it may be an answer, unless the budget is spent. */
export class EventStore {
  readonly #limits: StoreLimits;
  readonly #budget: ReplayBudget;
  readonly #onForgotten: (stream: number) => void;
  readonly #counts = new Map<number, number>();
  #events: StoredEvent[] = [];
  #bytes = 0;

  /** The budget is shared with other stores; `onForgotten` is told when the last event of a stream was dropped. */
  constructor(limits: StoreLimits, budget: ReplayBudget, onForgotten: (stream: number) => void) {
    this.#limits = limits;
    this.#budget = budget;
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
    this.#budget.add(event, () => this.#dropOldest());
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

  /** Drops all events of a stream. */
  dropStream(stream: number): void {
    if (!this.has(stream)) return;
    const dropped = this.#events.filter((event) => event.stream === stream);
    this.#events = this.#events.filter((event) => event.stream !== stream);
    for (const event of dropped) this.#release(event);
  }

  clear(): void {
    for (const event of this.#events) this.#budget.delete(event);
    this.#events = [];
    this.#counts.clear();
    this.#bytes = 0;
  }

  #dropOldest(): void {
    const dropped = this.#events.shift();
    if (dropped !== undefined) this.#release(dropped);
  }

  #release(event: StoredEvent): void {
    const { stream, chunk } = event;
    this.#budget.delete(event);
    this.#bytes -= chunk.length;
    const left = (this.#counts.get(stream) ?? 1) - 1;
    this.#counts.set(stream, left);
    if (left > 0) return;
    this.#counts.delete(stream);
    this.#onForgotten(stream);
  }
}
