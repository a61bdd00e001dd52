import type { RequestId } from '@toolyard/core';

/** The HTTP requests of a link that are being sent or read, by the message they belong to, if they do. */
export class Readings {
  readonly #open = new Map<AbortController, RequestId | undefined>();
  /** An id belongs to one message at a time. */
  readonly #byMessage = new Map<RequestId, AbortController>();

  begin(relatedTo?: RequestId): AbortController {
    const reading = new AbortController();
    this.#open.set(reading, relatedTo);
    if (relatedTo !== undefined) this.#byMessage.set(relatedTo, reading);
    return reading;
  }

  end(reading: AbortController): void {
    const relatedTo = this.#open.get(reading);
    this.#open.delete(reading);
    if (relatedTo !== undefined && this.#byMessage.get(relatedTo) === reading) this.#byMessage.delete(relatedTo);
  }

  /** Ends what belongs to a request that nobody waits for any more: many servers would leave its stream open. */
  forget(id: RequestId | undefined): void {
    if (id !== undefined) this.#byMessage.get(id)?.abort();
  }

  abortAll(): void {
    for (const reading of this.#open.keys()) reading.abort();
    this.#open.clear();
    this.#byMessage.clear();
  }
}
