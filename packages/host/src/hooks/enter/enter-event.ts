import { randomUUID } from 'node:crypto';
import { joinSignals, ToolyardError, VERSION, type Link, onAbort } from '@toolyard/core';
import { createHookEngineClient, ENGINE_PROTOCOL } from '@toolyard/hooks';
import { joinYard } from '@toolyard/node';
import { meetRunning } from '../../lifetime/meet-running.ts';
import { locateEngine } from '../engine/engine-place.ts';
import { acquireEngine, type EngineLease } from '../engine/acquire-engine.ts';
import type { Entering, EnterOutcome } from './entering.ts';
import { toHooksEvent } from '../engine/hooks-event.ts';
import { openEngine, type OpenEngine } from '../engine/open-engine.ts';
import { useHookYard } from '../engine/use-hook-yard.ts';

/** Each failure means that an engine ended in that very moment. */
const TRIES = 20;

const STOPPED: EnterOutcome = { type: 'stopped' };

/** Enters an event at the engine of the workspace; where there is none, this process is that engine for as long as it takes. */
export async function enterEvent(entering: Entering): Promise<EnterOutcome> {
  const { surroundings, workspace } = entering.opened;
  const { engine: path } = await locateEngine(surroundings, workspace);
  // With its id it is taken once, however often it is handed over.
  const work = { ...entering, event: { ...entering.event, id: entering.event.id ?? randomUUID() } };
  for (let tries = 0; tries < TRIES; tries++) {
    const link = await joinYard(path);
    const outcome = link === undefined ? await enterHere(work, path) : await enterThere(work, link);
    if (outcome !== undefined) return outcome;
  }
  const message = `The hooks of ${workspace} are run by a Toolyard that accepts no events. Stop it, then try again.`;
  throw new ToolyardError('socket-unavailable', message);
}

/** Hands the event over; `undefined` where it was not taken. */
async function enterThere(entering: Entering, link: Link): Promise<EnterOutcome | undefined> {
  const { opened, event, wait, signal, onEnded } = entering;
  const leave = new AbortController();
  let isTaken = false;
  const onTaken = (): void => {
    isTaken = true;
    if (!wait) leave.abort();
  };
  const given = joinSignals(signal, leave.signal);
  try {
    const client = createHookEngineClient(link, opened.host.clock, (about) => meetEngine(entering, about));
    const records = await client.enter(event, given.signal, onTaken);
    await onEnded?.(records);
    return { type: 'ended', records };
  } catch (error) {
    if (leave.signal.aborted && isTaken) return { type: 'left' };
    if (ToolyardError.is(error) && error.code === 'socket-unavailable') return undefined;
    throw error;
  } finally {
    given.release();
    await link.close();
  }
}

function meetEngine({ opened: { host, workspace } }: Entering, about: unknown): void {
  const name = `The Toolyard that runs the hooks of ${workspace}`;
  meetRunning({ name, about }, { version: VERSION, protocol: ENGINE_PROTOCOL }, host);
}

/** Runs the hooks itself; `undefined` where another process was faster. */
async function enterHere(entering: Entering, path: string): Promise<EnterOutcome | undefined> {
  const lease = await acquireEngine(path);
  if (lease === undefined) return undefined;
  try {
    return await runEngineOnce(entering, lease);
  } finally {
    await lease.release();
  }
}

/** Runs the hooks of a workspace until an event, and whatever else came meanwhile, is done with. */
async function runEngineOnce(entering: Entering, lease: EngineLease): Promise<EnterOutcome> {
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

async function runToEnd(entering: Entering, opened: OpenEngine, lease: EngineLease): Promise<EnterOutcome> {
  const { event, signal, onEnded } = entering;
  const { engine, lookAtInbox } = opened;
  const stopped = new Promise<undefined>((resolve) => void onAbort(signal, () => resolve(undefined)));
  // What was not taken yet is not wanted any more.
  if (signal.aborted) return STOPPED;
  const { ended } = await engine.enter([event]);
  const records = await Promise.race([ended, stopped]);
  if (records === undefined) return STOPPED;
  await onEnded?.(records);
  await Promise.race([lookAtInbox().then(lease.becomeQuiet), stopped]);
  return { type: 'ended', records };
}
