/** What an event costs beside its bytes: without it a flood of tiny events would count as next to nothing. */
const EVENT_COST = 200;

interface Kept {
  readonly chunk: Uint8Array;
}

/** Bounds what all sessions keep for replay together: over the limit the oldest events go first, whosever they are. */
export class ReplayBudget {
  readonly #maxBytes: number;
  /** How each event is dropped, oldest first. */
  readonly #drops = new Map<Kept, () => void>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Counts an event, and drops older ones where there is no room; the newest stays, whatever its size. */
  add(event: Kept, drop: () => void): void {
    this.#drops.set(event, drop);
    this.#bytes += costOf(event);
    for (const dropOldest of this.#drops.values()) {
      if (this.#bytes <= this.#maxBytes || this.#drops.size === 1) return;
      dropOldest();
    }
  }

  /** An event is not kept any more. */
  delete(event: Kept): void {
    if (this.#drops.delete(event)) this.#bytes -= costOf(event);
  }
}

function costOf({ chunk }: Kept): number {
  return chunk.length + EVENT_COST;
}
