import type { Clock } from '@toolyard/core';
import type { Policy } from '../hook/hook.ts';
import { toSkipped, type ActionEnd } from './action-end.ts';
import type { OpenRun } from './open-run.ts';
import { policyOf } from './plan-runs.ts';
import type { RunQueue } from './run-queue.ts';

/** Puts runs into the queue as the policies of their hooks say. */
export interface Policies {
  /** Lets a run wait for its turn; those whose place it takes end. */
  enqueue(run: OpenRun): void;
  /** The runs of a key whose place another one takes, the oldest first; not those that a person asked for. */
  findOlder(key: string, policy: Policy): readonly OpenRun[];
}

export interface PoliciesOptions {
  readonly queue: RunQueue;
  readonly clock: Clock;
  /** Ends a run that waits no more. */
  finish(run: OpenRun, end: ActionEnd): void;
}

/** See `Policies`. */
export function createPolicies({ queue, clock, finish }: PoliciesOptions): Policies {
  function findOlder(key: string, policy: Policy): readonly OpenRun[] {
    if (policy !== 'debounce' && policy !== 'replace') return [];
    const current = policy === 'replace' ? queue.running(key) : undefined;
    const runs = [...(current === undefined ? [] : [current]), ...queue.waiting(key)];
    return runs.filter(({ event }) => event.target === undefined);
  }

  /** How long a run still has to wait for quiet; a run that was left waits no longer than it would have. */
  function quietMsOf({ known, queuedAt }: OpenRun): number {
    if (known?.hook.policy !== 'debounce') return 0;
    const { debounceMs } = known.hook;
    return Math.max(0, Math.min(debounceMs, queuedAt + debounceMs - clock.now()));
  }

  function takeOver(run: OpenRun, policy: 'replace' | 'debounce'): void {
    const current = queue.running(run.key);
    const older = findOlder(run.key, policy);
    const waiting = older.filter((other) => other !== current);
    const reason = policy === 'debounce' ? 'debounced' : `replaced by run ${run.plan.id}`;
    const [place] = policy === 'replace' ? waiting : [];
    if (place !== undefined) queue.replace(place, run);
    for (const other of waiting) {
      if (other !== place) queue.remove(other);
      finish(other, toSuperseded(other, reason));
    }
    if (older.length > waiting.length) current?.controller.abort(reason);
    if (place === undefined) queue.add(run, quietMsOf(run));
  }

  return {
    enqueue(run) {
      const policy = run.known === undefined ? 'queue' : policyOf(run.known, run.event);
      if (policy === 'replace' || policy === 'debounce') takeOver(run, policy);
      else queue.add(run);
    },
    findOlder,
  };
}

function toSuperseded(run: OpenRun, reason: string): ActionEnd {
  return run.repeated ? { status: 'cancelled', reason, attempts: 1 } : toSkipped(reason);
}
