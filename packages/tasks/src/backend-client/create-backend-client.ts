import { delayOrThrow, type Clock } from '@toolyard/core';
import type { BackendExchange } from './backend-exchange.ts';
import { createFeatureLookup } from './create-feature-lookup.ts';
import {
  BackendFailure,
  type BackendReply,
  type BackendRequest,
  type TaskBackend,
  type BackendFeatures,
} from './task-backend.ts';
import { tryOnce, type BackendLog } from './try-once.ts';

const BUSY_STATUSES: readonly number[] = [429, 502, 503, 504];

export interface BackendClientOptions {
  readonly exchange: BackendExchange;
  readonly clock: Clock;
  /** From 0 to 1. */
  random(): number;
  /** The time of a request with all its tries. */
  readonly timeoutMs: number;
  readonly maxRetries: number;
  /** Told of each try. */
  readonly writeLog: BackendLog;
}

const FIRST_DELAY_MS = 1000;
const JITTER = 0.25;

/** Asks a backend, again where that can do no harm: after 1 s, 2 s and so on, or when the backend says. A try may use all that is left of the one time. */
export function createBackendClient(options: BackendClientOptions): TaskBackend {
  const { exchange, clock, random, timeoutMs, maxRetries } = options;
  const features = createFeatureLookup(options);

  async function send(request: BackendRequest, signal: AbortSignal): Promise<BackendReply> {
    const deadline = clock.now() + timeoutMs;
    const known = needsKey(request) ? await features(signal) : undefined;
    const repeatable = isRepeatable(request, known);
    let earlier: BackendFailure | undefined;
    let hadEffect = false;
    for (let tries = 1; ; tries += 1) {
      // A share for each try would fail a slow backend however often it is asked.
      const outcome = await tryOnce({ ...options, request, signal, limitMs: deadline - clock.now() });
      const failed = { request, outcome, isRepeatable: repeatable, hadEffect };
      if (!isWorthRepeating(failed)) return finish(request, outcome, hadEffect);
      const waitMs = Math.max(toDelay(tries, random()), 'status' in outcome ? (outcome.retryAfterMs ?? 0) : 0);
      if (tries > maxRetries || clock.now() + waitMs >= deadline) return giveUp(outcome, earlier);
      if (outcome instanceof BackendFailure) earlier = outcome;
      hadEffect ||= mayHaveHadEffect(outcome);
      await delayOrThrow(clock, waitMs, signal);
    }
  }

  return { send, features, close: () => exchange.close() };
}

function toDelay(tries: number, random: number): number {
  return FIRST_DELAY_MS * 2 ** (tries - 1) * (1 + JITTER * random);
}

function mayHaveHadEffect(outcome: BackendReply | BackendFailure): boolean {
  return 'status' in outcome ? outcome.status !== 429 : !outcome.neverArrived;
}

function finish(request: BackendRequest, outcome: BackendReply | BackendFailure, hadEffect: boolean): BackendReply {
  if (outcome instanceof BackendFailure) throw outcome;
  // What an earlier try has removed is not there any more, as it was asked.
  return request.method === 'DELETE' && outcome.status === 404 && hadEffect ? { status: 204 } : outcome;
}

function giveUp(outcome: BackendReply | BackendFailure, earlier: BackendFailure | undefined): BackendReply {
  if (outcome instanceof BackendFailure) throw outcome;
  // A request that meets its own earlier try has no answer; that is what the caller should know.
  if (outcome.status === 409 && earlier !== undefined) throw earlier;
  return outcome;
}

/** Whether it depends on what the backend can do if a request may be repeated. */
function needsKey({ method, ifVersion }: BackendRequest): boolean {
  // The second of two would meet the version that the first one made, and look like a conflict with somebody else.
  return method === 'POST' || ifVersion !== undefined;
}

/** Whether a request has the same effect and the same answer however often it arrives. */
function isRepeatable(request: BackendRequest, features: BackendFeatures | undefined): boolean {
  const { method, path, body, idempotencyKey } = request;
  if (method === 'GET') return true;
  if (needsKey(request)) {
    return idempotencyKey !== undefined && features?.takes(method, toPattern(path), 'Idempotency-Key') === true;
  }
  return method !== 'PATCH' || Object.keys(body ?? {}).every((field) => field === 'completed');
}

/** What is known when a try has failed. */
interface FailedTry {
  readonly request: BackendRequest;
  readonly outcome: BackendReply | BackendFailure;
  readonly isRepeatable: boolean;
  /** Whether an earlier try may have had its effect. */
  readonly hadEffect: boolean;
}

/** Whether trying again can help, and can do no harm. */
function isWorthRepeating({ request, outcome, isRepeatable, hadEffect }: FailedTry): boolean {
  if (!('status' in outcome)) return isRepeatable || outcome.neverArrived;
  if (!isRepeatable) return false;
  // The first try is still at work.
  if (outcome.status === 409) return request.idempotencyKey !== undefined && hadEffect;
  return BUSY_STATUSES.includes(outcome.status);
}

/** The path as OpenAPI writes it. */
function toPattern(path: string): string {
  return path.replace(/\?.*$/s, '').replaceAll(/\/\d+(?=\/|$)/g, '/{id}');
}
