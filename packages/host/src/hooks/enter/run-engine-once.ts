import { onAbort } from '@toolyard/core';
import type { EngineLease } from '../engine/acquire-engine.ts';
import { toHooksEvent } from '../engine/hooks-event.ts';
import { openEngine, type OpenEngine } from '../engine/open-engine.ts';
import { useHookYard } from '../engine/use-hook-yard.ts';
import type { Entering, EnterOutcome } from './entering.ts';

const STOPPED: EnterOutcome = { type: 'stopped' };

/** Runs the hooks of a workspace until an event, and whatever else came meanwhile, is done with. */
export async function runEngineOnce(entering: Entering, lease: EngineLease): Promise<EnterOutcome> {
  const { opened, signal, onEvent } = entering;
  const { hooks } = opened;
  const ran = await useHookYard(opened, { hooks, others: 'left out', signal }, async (used) => {
    const engine = await openEngine({ opened, used, onEvent: (event) => onEvent?.(toHooksEvent(event, hooks)) });
    let outcome: EnterOutcome;
    try {
      if (engine.left > 0) onEvent?.({ type: 'runs-resumed', runs: engine.left });
      lease.serve(engine.engine);
      outcome = await runToEnd(entering, engine, lease);
    } finally {
      lease.pause();
      await engine.close();
      if (signal.aborted) onEvent?.({ type: 'engine-ended', why: 'asked to', pending: engine.pending() });
      // Whoever comes next can have the engine while the servers of this one are ending.
      await lease.release();
    }
    // Whoever stops it later, while the servers are ending, has the result.
    return signal.aborted ? STOPPED : outcome;
  });
  return ran ?? STOPPED;
}

async function runToEnd(entering: Entering, { engine }: OpenEngine, lease: EngineLease): Promise<EnterOutcome> {
  const { event, signal, onEnded } = entering;
  const stopped = new Promise<undefined>((resolve) => void onAbort(signal, () => resolve(undefined)));
  // What was not taken yet is not wanted any more.
  if (signal.aborted) return STOPPED;
  const { ended } = await engine.enter([event]);
  const records = await Promise.race([ended, stopped]);
  if (records === undefined) return STOPPED;
  await onEnded?.(records);
  await Promise.race([lease.becomeQuiet(), stopped]);
  return { type: 'ended', records };
}
