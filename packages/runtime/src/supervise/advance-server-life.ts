import {
  HISTORY_LENGTH,
  PROVED_AFTER_MS,
  type Attempt,
  type Failure,
  type LifeEffect,
  type LifeEvent,
  type LifeRules,
  type ServerLife,
} from './server-life.ts';

/** A life after an event, and what has to be done now. */
export interface Step {
  readonly life: ServerLife;
  readonly effects: readonly LifeEffect[];
}

/**
 * The whole life of a server as one function: the same life and event always give the same step.
 *
 * Events that mean nothing in a state, and news of an attempt that is over, change nothing.
 */
export function advanceServerLife(life: ServerLife, event: LifeEvent, now: number, rules: LifeRules): Step {
  if (life.state === 'stopped' || ('attempt' in event && event.attempt !== life.attempt)) return stay(life);
  if (event.type === 'enable') return isUp(life) ? stay(life) : connect(forgive(life), now);
  if (event.type === 'disable') return leave(life, 'disabled');
  if (event.type === 'stop') return leave(life, 'stopped');
  switch (life.state) {
    case 'idle':
      return fromIdle(life, event, now, rules);
    case 'starting':
      return fromStarting(life, event, now, rules);
    case 'running':
      return fromRunning(life, event, now, rules);
    case 'retrying':
      return event.type === 'retry-due' ? connect(life, now) : stay(life);
    case 'needs-login':
      return event.type === 'logged-in' ? connect(life, now) : stay(life);
    default:
      return stay(life);
  }
}

function fromIdle(life: ServerLife, event: LifeEvent, now: number, rules: LifeRules): Step {
  if (event.type === 'wanted') return connect(life, now);
  if (event.type !== 'begin') return stay(life);
  const wasGivenUp = life.autoDisabledAt !== undefined;
  if (event.idle && !wasGivenUp) return stay(life);
  // One that was given up in an earlier run gets one more try, not three: the retry after all that failed.
  const retries = wasGivenUp ? Math.max(life.failures, rules.retryDelaysMs.length) : 0;
  return connect({ ...life, retries }, now);
}

function fromStarting(life: ServerLife, event: LifeEvent, now: number, rules: LifeRules): Step {
  switch (event.type) {
    case 'started':
      return stay({ ...life, phase: 'initialization' });
    case 'connected':
      return stay(connected(life, now));
    case 'failed':
      return fail(life, { phase: life.phase, ...event.failure }, now, rules);
    default:
      return stay(life);
  }
}

function fromRunning(life: ServerLife, event: LifeEvent, now: number, rules: LifeRules): Step {
  switch (event.type) {
    case 'proved':
      return stay({ ...without(life, 'earlierFailures'), retries: 0 });
    case 'pinged':
      return stay({ ...life, lastPingAt: now, latencyMs: event.latencyMs });
    case 'unused':
      return leave(life, 'idle');
    case 'failed':
      return fail(life, toDrop(life, { phase: life.phase, ...event.failure }), now, rules);
    default:
      return stay(life);
  }
}

/** The end of a connection; that of a retry says what it counts as, since the retry seemed to have worked. */
function toDrop({ retries, earlierFailures }: ServerLife, failure: Failure): Failure {
  if (retries === 0 || earlierFailures === undefined || failure.kind !== 'outage') return failure;
  const early = `dropped within ${PROVED_AFTER_MS / 1000} s of coming up, which counts as a failed retry`;
  return { ...failure, reason: `${early}: ${failure.reason}` };
}

function stay(life: ServerLife): Step {
  return { life, effects: [] };
}

function isUp(life: ServerLife): boolean {
  return life.state === 'starting' || life.state === 'running';
}

/** What a person's wish to try again makes up for. */
function forgive(life: ServerLife): ServerLife {
  return { ...without(life, 'autoDisabledAt'), failures: 0, retries: 0 };
}

function connect(life: ServerLife, now: number): Step {
  const attempt = life.attempt + 1;
  const effects: LifeEffect[] = [{ type: 'connect', attempt }];
  if (life.state === 'retrying') effects.unshift({ type: 'forget-retry' });
  const rest = without(life, 'nextTryAt');
  return { life: { ...rest, state: 'starting', phase: 'startup', attempt, lastAttemptAt: now }, effects };
}

function connected(life: ServerLife, now: number): ServerLife {
  const rest = without(life, 'failure', 'autoDisabledAt');
  const history = remember(life, { at: now, outcome: 'connected' });
  const counts = { failures: 0, earlierFailures: life.failures };
  return { ...rest, ...counts, state: 'running', phase: 'runtime', lastConnectedAt: now, history };
}

function fail(life: ServerLife, failure: Failure, now: number, { retryDelaysMs }: LifeRules): Step {
  const { phase, reason } = failure;
  const history = remember(life, { at: now, outcome: 'failed', phase, reason });
  const failures = life.failures + (life.earlierFailures ?? 0) + 1;
  const rest = without(life, 'latencyMs', 'earlierFailures');
  const failed: ServerLife = { ...rest, failure, failures, lastFailureAt: now, history };
  const over: LifeEffect = { type: 'disconnect' };
  if (failure.kind === 'configuration') return { life: { ...failed, state: 'failed' }, effects: [over] };
  if (failure.kind === 'login') return { life: { ...failed, state: 'needs-login' }, effects: [over] };
  const ms = retryDelaysMs[life.retries];
  if (ms === undefined) {
    const given: ServerLife = { ...failed, state: 'auto-disabled', autoDisabledAt: now };
    return { life: given, effects: [over, { type: 'tell-auto-disabled', reason }] };
  }
  const waiting: ServerLife = { ...failed, state: 'retrying', retries: life.retries + 1, nextTryAt: now + ms };
  return { life: waiting, effects: [over, { type: 'retry-in', ms, attempt: life.attempt }] };
}

/** Ends whatever is under way, because somebody wants it so and not because of a failure. */
function leave(life: ServerLife, state: 'disabled' | 'idle' | 'stopped'): Step {
  const rest = without(life, 'nextTryAt', 'latencyMs', 'earlierFailures');
  const effects: LifeEffect[] = [];
  if (isUp(life)) effects.push({ type: 'disconnect' });
  if (life.state === 'retrying') effects.push({ type: 'forget-retry' });
  // A new number makes news of the attempt that is ended here old.
  return { life: { ...rest, state, attempt: life.attempt + 1 }, effects };
}

function remember(life: ServerLife, attempt: Attempt): readonly Attempt[] {
  return [...life.history, attempt].slice(-HISTORY_LENGTH);
}

type Passing = 'failure' | 'nextTryAt' | 'autoDisabledAt' | 'latencyMs' | 'earlierFailures';

function without(life: ServerLife, ...names: readonly Passing[]): ServerLife {
  const rest: { -readonly [Name in keyof ServerLife]: ServerLife[Name] } = { ...life };
  for (const name of names) delete rest[name];
  return rest;
}
