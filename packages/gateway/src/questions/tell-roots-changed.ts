import { createNotification, type Relay, type Yard } from '@toolyard/core';
import type { Session } from '../session/session.ts';

const CHANGE = createNotification('notifications/roots/list_changed');

/**
 * Tells servers that a client's roots are others now, or known for the first time: those that it has links of its own
 * with, and those that all share where it is the only client that has roots.
 */
export function tellRootsChanged(yard: Yard & Relay, session: Session, sessions: Iterable<Session>): void {
  if (!hasRoots(session)) return;
  const isOnly = [...sessions].every((other) => other === session || !hasRoots(other));
  for (const { key } of yard.servers()) {
    yard.notify(key, CHANGE, session.respondent.session);
    if (isOnly) yard.notify(key, CHANGE);
  }
}

/**
 * Tells the servers that all share that the roots are others, where a client has left and only one with roots remains.
 *
 * Requests of stateless clients come and go all the time, and nobody is asked for their roots outside of them.
 */
export function tellRootsLeft(yard: Yard & Relay, gone: Session, remaining: Iterable<Session>): void {
  if (gone.isStateless || !hasRoots(gone)) return;
  const [only, ...others] = [...remaining].filter(hasRoots);
  if (only === undefined || only.isStateless || others.length > 0) return;
  for (const { key } of yard.servers()) yard.notify(key, CHANGE);
}

function hasRoots({ respondent }: Session): boolean {
  return respondent.capabilities['roots'] !== undefined;
}
