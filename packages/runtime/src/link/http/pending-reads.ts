import { createErrorResponse, type Frame, type RequestId } from '@toolyard/core';

/** How many requests may be under way on one link: each holds a connection, and a process has only so many. */
const MOST_REQUESTS = 512;
const REFUSED = -32000;

/** The HTTP requests of a link that are being sent or read, by the message they belong to, if they do. */
export class PendingReads {
  readonly #open = new Map<AbortController, RequestId | undefined>();
  readonly #byId = new Map<RequestId, AbortController>();

  begin(relatedTo?: RequestId): AbortController {
    const reading = new AbortController();
    this.#open.set(reading, relatedTo);
    if (relatedTo !== undefined) this.#byId.set(relatedTo, reading);
    return reading;
  }

  end(reading: AbortController): void {
    const relatedTo = this.#open.get(reading);
    this.#open.delete(reading);
    if (relatedTo !== undefined && this.#byId.get(relatedTo) === reading) this.#byId.delete(relatedTo);
  }

  /** What a request is answered with where too many are under way; the ping that tells whether the server lives is not counted. */
  refuse({ id, isRequest, method }: Frame): Frame | undefined {
    if (!isRequest || id === undefined || method === 'ping' || this.#byId.size < MOST_REQUESTS) return undefined;
    const message = `The server has ${MOST_REQUESTS} requests open already. Wait for answers before you send more.`;
    return createErrorResponse(id, { code: REFUSED, message });
  }

  /** Whether something of a request is still being sent or read. */
  has(id: RequestId | undefined): boolean {
    return id !== undefined && this.#byId.has(id);
  }

  /** Ends what belongs to a request that nobody waits for any more: many servers would leave its stream open. */
  forget(id: RequestId | undefined): void {
    if (id !== undefined) this.#byId.get(id)?.abort();
  }

  abortAll(): void {
    for (const reading of this.#open.keys()) reading.abort();
    this.#open.clear();
    this.#byId.clear();
  }
}
