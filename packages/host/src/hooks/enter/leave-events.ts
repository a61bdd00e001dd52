import { randomUUID } from 'node:crypto';
import { ToolyardError } from '@toolyard/core';
import type { NewEvent } from '@toolyard/hooks';
import { explainState, hasTrustedSocket, isPipe, locateRepository, putInInbox, readGitHead } from '@toolyard/node';
import type { Surroundings } from '../../surroundings/surroundings.ts';
import { locateEngine } from '../engine/engine-place.ts';
import { locateHooksFolder, type HooksFolderPlace, type HooksOptions } from '../read/locate-hooks.ts';
import { readCause } from './read-cause.ts';

/** What is left for the engine of a workspace. */
export interface Leaving extends Pick<HooksOptions, 'workspace'> {
  /** The events, which may depend on the workspace; none is fine. */
  find(workspace: string): Promise<readonly NewEvent[]> | readonly NewEvent[];
  /** How long an engine on duty may need to take them, in milliseconds; 300 where it is absent. */
  readonly takenWithinMs?: number;
}

/** An engine on duty takes an event within milliseconds; one that hangs must not keep whoever fires the event. */
const TAKEN_WITHIN_MS = 300;

/** What became of events that nobody waits for. */
export interface Left {
  readonly workspace: string;
  /** How many an engine on duty has taken. */
  readonly taken: number;
  /** How many wait for the next engine. */
  readonly kept: number;
}

/**
 * Leaves events to the engine of the workspace and does not wait for what becomes of them: an engine on duty takes them, or they are kept for
 * the next one. Reads no hooks, and takes no longer than it must: people and git wait for it. Throws `usage` and `state-refused` like
 * everything that finds a workspace, and `state-not-written` where they could not be kept.
 */
export async function leaveEvents(surroundings: Surroundings, leaving: Leaving): Promise<Left> {
  const { workspace, find, takenWithinMs = TAKEN_WITHIN_MS } = leaving;
  const chain = readCause(surroundings);
  const place = await locateHooksFolder(surroundings, { ...(workspace !== undefined && { workspace }) });
  const now = Date.now();
  // With its id and its time it is the same event, whoever takes it and when.
  const events = (await find(place.workspace)).map((event) => ({
    at: now,
    ...event,
    id: event.id ?? randomUUID(),
    ...(chain !== undefined && { chain }),
  }));
  if (events.length === 0) return { workspace: place.workspace, taken: 0, kept: 0 };
  const { engine } = await locateEngine(surroundings, place.workspace);
  // Most often nobody is there, and then nothing has to be loaded that speaks with somebody.
  const isThere = isPipe(engine) || (await hasTrustedSocket(engine).catch(() => false));
  const left = isThere ? await handOver(engine, events, takenWithinMs) : events;
  if (left.length > 0) await keep(place, left, now);
  return { workspace: place.workspace, taken: events.length - left.length, kept: left.length };
}

type NamedEvent = NewEvent & { readonly id: string };

/** Gives those that the engine has not taken. */
async function handOver(
  engine: string,
  events: readonly NamedEvent[],
  withinMs: number,
): Promise<readonly NamedEvent[]> {
  const { handOverEvents } = await import('./hand-over-events.ts');
  return handOverEvents(engine, events, withinMs);
}

async function keep(
  { workspace, stateDir, inbox }: HooksFolderPlace,
  events: readonly NamedEvent[],
  now: number,
): Promise<void> {
  const reason = explainState(stateDir, inbox);
  if (reason !== undefined) throw new ToolyardError('state-refused', `The event was not kept, because ${reason}.`);
  const branch = await readBranch(workspace);
  // Another branch may be checked out when it is taken.
  const complete = events.map((event) => ({ ...event, values: { ...branch, ...event.values } }));
  putInInbox(
    inbox,
    complete.map((value) => ({ key: value.id, value })),
    now,
  );
}

/** The branch of a workspace; `null` says that there is none. */
async function readBranch(workspace: string): Promise<{ readonly branch?: string | null }> {
  const repository = await locateRepository(workspace);
  const head = repository === undefined ? undefined : await readGitHead(repository);
  return head === undefined ? {} : { branch: head.branch ?? null };
}
