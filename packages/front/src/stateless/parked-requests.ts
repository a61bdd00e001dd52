import { randomBytes } from 'node:crypto';
import type { Clock, JsonRpcError } from '@toolyard/core';
import { ERROR_CODES } from './error-codes.ts';
import { hashRequest } from './hash-request.ts';
import { createSeal, type Seal } from './seal-state.ts';
import type { GivenRequest } from './stateless-request.ts';

/** How many requests may wait for their clients, and for how many milliseconds. */
export interface ParkLimits {
  readonly parkedMs: number;
  readonly maxParked: number;
}

/** The limits that hold where none are given. */
export const DEFAULT_PARK_LIMITS: ParkLimits = { parkedMs: 10 * 60_000, maxParked: 10_000 };

/** A request that can wait for its client to come back. */
export interface Parkable {
  /** Names it; nobody can guess it. */
  readonly name: string;
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
}

/** Requests that wait for answers of their clients, who come back with a sealed state. */
export class ParkedRequests<Request extends Parkable> {
  readonly #clock: Clock;
  readonly #limits: ParkLimits;
  readonly #isOpen: (name: string) => boolean;
  readonly #seal: Seal = createSeal();
  /** The one that waited longest comes first. */
  readonly #parked = new Map<string, Parked<Request>>();
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

  /** Lets a request wait; gives the state to come back with, or nothing where too many wait. */
  park(request: Request, { frame, credentials }: Asked): string | undefined {
    if (this.#parked.size >= this.#limits.maxParked) return undefined;
    const round = randomBytes(9).toString('base64url');
    const until = this.#clock.now() + this.#limits.parkedMs;
    this.#parked.set(request.name, { request, round, hash: hashRequest(frame), until });
    this.#startTimer(this.#limits.parkedMs);
    return this.#seal.close(JSON.stringify([request.name, round, until, credentials]));
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

function toRefusal(why: string): JsonRpcError {
  return { code: ERROR_CODES.invalidParams, message: `The request state ${why}. Send the request again without it.` };
}
