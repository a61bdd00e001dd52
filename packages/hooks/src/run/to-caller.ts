import type { CallingHook } from '@toolyard/core';
import { toKnownPart } from './find-chain-refusal.ts';
import type { OpenRun } from './open-run.ts';

/** Who the calls of a run are from. */
export interface RunCaller {
  readonly origin: 'hook';
  readonly session: string;
  readonly hook: CallingHook;
}

/** One session for all that is known to follow from one run; a guess must not spend another one's limit. */
export function toCaller({ event, plan: { id, hook } }: OpenRun): RunCaller {
  const session = `hook:${toKnownPart(event.chain)[0]?.run ?? id}`;
  return { origin: 'hook', session, hook: { hook, run: id } };
}
