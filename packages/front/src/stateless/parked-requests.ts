import { randomBytes } from 'node:crypto';
import type { Clock, JsonRpcError } from '@toolyard/core';
import { STATELESS_ERROR_CODES } from './error-codes.ts';
import { hashRequest } from './hash-request.ts';
import { createSeal, type Seal } from './seal-state.ts';
import type { GivenRequest } from './stateless-request.ts';

/** How many requests may wait for their clients, for how many milliseconds, and how much they may hold together. */
export interface ParkLimits {
  readonly parkedMs: number;
  /** Clients without a session are told apart by their token alone, so this is also what one client may have. */
  readonly maxParked: number;
  /** The messages of all that wait: the requests, what they are asked, and answers that came meanwhile. */
  readonly maxParkedBytes: number;
}

/** The limits that hold where none are given. */
export const DEFAULT_PARK_LIMITS: ParkLimits = {
  parkedMs: 10 * 60_000,
  maxParked: 1000,
  maxParkedBytes: 128 * 1024 * 1024,
};

/** A request that can wait for its client to come back. */
export interface Parkable {
  /** Names it; nobody can guess it. */
  readonly name: string;
  /** How much it holds for as long as it waits, its own message not included. */
  readonly heldBytes: number;
  /** The client did not come back in time. */
  expire(): void;
}

/** What must be the same when a client comes back. */
type Asked = Pick<GivenRequest, 'frame' | 'credentials'>;

interface Parked<Request> {
  readonly request: Request;
  /** Another one each time, so that a state is good for once. */
  readonly round: string;
  readonly hash: string;
  readonly until: number;
  bytes: number;
}

/** The state that a client comes back with, or why its request may not wait for it. */
export type ParkOutcome = { readonly state: string } | { readonly refusal: string };

/** Requests that wait for answers of their clients, who come back with a sealed state. */
export class ParkedRequests<Request extends Parkable> {
  readonly #clock: Clock;
  readonly #limits: ParkLimits;
  readonly #isOpen: (name: string) => boolean;
  readonly #seal: Seal = createSeal();
  /** The one that waited longest comes first. */
  readonly #parked = new Map<string, Parked<Request>>();
  #bytes = 0;
  #stopTimer: (() => void) | undefined;

  /** `isOpen` tells whether a request that is not parked is being answered. */
  constructor(clock: Clock, limits: ParkLimits, isOpen: (name: string) => boolean) {
    this.#clock = clock;
    this.#limits = limits;
    this.#isOpen = isOpen;
  }

  get size(): number {
    return this.#parked.size;
  }

  /** Lets a request wait for its client. */
  park(request: Request, { frame, credentials }: Asked): ParkOutcome {
    const { maxParked, maxParkedBytes } = this.#limits;
    // The message is let go here, but whoever sent it on may need it until there is an answer.
    const bytes = frame.bytes.length + request.heldBytes;
    if (this.#parked.size >= maxParked) return { refusal: toFull(`${maxParked} requests are waiting`) };
    if (this.#bytes + bytes > maxParkedBytes)
      return { refusal: toFull(`Requests of ${maxParkedBytes} bytes are waiting`) };
    const round = randomBytes(9).toString('base64url');
    const until = this.#clock.now() + this.#limits.parkedMs;
    this.#parked.set(request.name, { request, round, hash: hashRequest(frame), until, bytes });
    this.#bytes += bytes;
    this.#startTimer(this.#limits.parkedMs);
    return { state: this.#seal.close(JSON.stringify([request.name, round, until, credentials])) };
  }

  /** Lets a request that waits hold more; answers whether there is room for that. */
  hold({ name }: Request, bytes: number): boolean {
    const parked = this.#parked.get(name);
    if (parked === undefined) return true;
    if (this.#bytes + bytes > this.#limits.maxParkedBytes) return false;
    parked.bytes += bytes;
    this.#bytes += bytes;
    return true;
  }

  /** Takes out the request that a client came back to, or says why not: then nothing has changed. */
  find(state: unknown, { frame, credentials }: Asked): Request | JsonRpcError {
    const text = typeof state === 'string' ? this.#seal.open(state) : undefined;
    const [name, round, until, givenTo]: readonly unknown[] = text === undefined ? [] : JSON.parse(text);
    if (givenTo !== credentials) return toRefusal('was not given by this Toolyard, or was changed');
    const parked = this.#parked.get(String(name));
    if (parked === undefined && !this.#isOpen(String(name))) {
      return toRefusal(Number(until) <= this.#clock.now() ? 'has expired' : 'belongs to a request that has ended');
    }
    if (parked === undefined || parked.round !== round) return toRefusal('was used before');
    if (parked.hash !== hashRequest(frame)) return toRefusal('belongs to another request');
    this.remove(parked.request);
    return parked.request;
  }

  /** It does not wait any more. */
  remove({ name }: Request): void {
    this.#bytes -= this.#parked.get(name)?.bytes ?? 0;
    this.#parked.delete(name);
    if (this.#parked.size > 0) return;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  #startTimer(ms: number): void {
    this.#stopTimer ??= this.#clock.after(ms, () => {
      this.#stopTimer = undefined;
      this.#expire();
    });
  }

  #expire(): void {
    const now = this.#clock.now();
    for (const { request, until } of this.#parked.values()) {
      if (until > now) return this.#startTimer(until - now);
      this.remove(request);
      request.expire();
    }
  }
}

function toFull(what: string): string {
  return `${what} for answers from clients, which is the limit. Answer some of them, or try again later.`;
}

function toRefusal(why: string): JsonRpcError {
  return {
    code: STATELESS_ERROR_CODES.invalidParams,
    message: `The request state ${why}. Send the request again without it.`,
  };
}
