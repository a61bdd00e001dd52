import { randomUUID } from 'node:crypto';
import { joinSignals, ToolyardError, type Link } from '@toolyard/core';
import { createEngineClient } from '@toolyard/hooks';
import { joinYard, systemClock } from '@toolyard/node';
import { runInterruptible } from '../host/run-interruptible.ts';
import { EXIT } from '../to-exit-code.ts';
import { locateEngine } from './engine-place.ts';
import type { Entering } from './entering.ts';
import { holdEngine } from './hold-engine.ts';
import { runEngineOnce } from './run-engine-once.ts';

/** Each failure means that an engine ended in that very moment. */
const TRIES = 20;

/**
 * Enters an event at the engine of the workspace; where there is none, this process is that engine for as long as it takes.
 * Resolves with the exit code.
 */
export async function enterEvent(entering: Entering): Promise<number> {
  const { host, workspace } = entering.read;
  const { engine: path } = await locateEngine(host, workspace);
  // With its id it is taken once, however often it is handed over.
  const work = { ...entering, event: { ...entering.event, id: entering.event.id ?? randomUUID() } };
  for (let tries = 0; tries < TRIES; tries++) {
    const link = await joinYard(path);
    const code = link === undefined ? await enterHere(work, path) : await enterThere(work, link);
    if (code !== undefined) return code;
  }
  const message = `The hooks of ${workspace} are run by a Toolyard that takes no events. End it, then try again.`;
  throw new ToolyardError('socket-unavailable', message);
}

/** Hands the event over; `undefined` where it was not taken. */
async function enterThere({ read, event, wait, report, onLeft }: Entering, link: Link): Promise<number | undefined> {
  const leave = new AbortController();
  let isTaken = false;
  const onTaken = (): void => {
    isTaken = true;
    if (!wait) leave.abort();
  };
  try {
    return await runInterruptible(read.host, async ({ signal }) => {
      const given = joinSignals(signal, leave.signal);
      const records = await createEngineClient(link, systemClock)
        .enter(event, given.signal, onTaken)
        .finally(given.release);
      return await report(records);
    });
  } catch (error) {
    if (leave.signal.aborted && isTaken) {
      onLeft?.();
      return EXIT.done;
    }
    if (ToolyardError.is(error) && error.code === 'socket-unavailable') return undefined;
    throw error;
  } finally {
    await link.close();
  }
}

/** Runs the hooks itself; `undefined` where another process was faster. */
async function enterHere(entering: Entering, path: string): Promise<number | undefined> {
  const held = await holdEngine(path);
  if (held === undefined) return undefined;
  try {
    return await runEngineOnce(entering, held);
  } finally {
    await held.release();
  }
}
