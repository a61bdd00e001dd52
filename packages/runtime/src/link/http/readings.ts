import type { RequestId } from '@toolyard/core';

/** The HTTP requests of a link that are being sent or read, by the message they belong to, if they do. */
export class Readings {
  readonly #open = new Map<AbortController, RequestId | undefined>();

  begin(relatedTo?: RequestId): AbortController {
    const reading = new AbortController();
    this.#open.set(reading, relatedTo);
    return reading;
  }

  end(reading: AbortController): void {
    this.#open.delete(reading);
  }

  /** Ends what belongs to a request that nobody waits for any more: many servers would leave its stream open. */
  forget(id: RequestId | undefined): void {
    for (const [reading, relatedTo] of this.#open) if (id !== undefined && relatedTo === id) reading.abort();
  }

  abortAll(): void {
    for (const reading of this.#open.keys()) reading.abort();
    this.#open.clear();
  }
}
