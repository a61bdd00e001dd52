import { createNotification, type Relay, type Yard } from '@toolyard/core';
import type { Session } from '../relay/session.ts';

/**
 * Tells servers that a client's roots are others now, or known for the first time: those that it has links of its own
 * with, and those that all share where it is the only client that has roots.
 */
export function tellRootsChanged(yard: Yard & Relay, session: Session, sessions: readonly Session[]): void {
  if (!hasRoots(session)) return;
  const change = createNotification('notifications/roots/list_changed');
  const isOnly = sessions.every((other) => other === session || !hasRoots(other));
  for (const { key } of yard.servers()) {
    yard.notify(key, change, session.respondent.session);
    if (isOnly) yard.notify(key, change);
  }
}

function hasRoots({ respondent }: Session): boolean {
  return respondent.capabilities['roots'] !== undefined;
}
