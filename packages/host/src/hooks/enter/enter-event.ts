import { randomUUID } from 'node:crypto';
import { joinSignals, ToolyardError, type Link } from '@toolyard/core';
import { createHookEngineClient } from '@toolyard/hooks';
import { joinYard } from '@toolyard/node';
import { locateEngine } from '../engine/engine-place.ts';
import { acquireEngine } from '../engine/acquire-engine.ts';
import type { Entering, EnterOutcome } from './entering.ts';
import { runEngineOnce } from './run-engine-once.ts';

/** Each failure means that an engine ended in that very moment. */
const TRIES = 20;

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
    const records = await createHookEngineClient(link, opened.host.clock).enter(event, given.signal, onTaken);
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
