import { ToolyardError, type Link } from '@toolyard/core';
import { systemDelay } from '../clock/system-delay.ts';
import { hasTrustedSocket } from './check-socket-place.ts';
import { connectSocket } from './connect-socket.ts';
import { createSocketLink } from './create-socket-link.ts';
import { isPipe } from './socket-path-of.ts';

const BUSY_MS = 2000;
const STEP_MS = 20;

/**
 * A link to the yard that listens at the path; `undefined` where none does. Rejects with `socket-refused` where the
 * socket or its folder is not the user's own.
 *
 * The yard is there for certain only once it answers: the system closes the connections of a killed process before
 * what it listens on, and connects callers in between to nobody. Who loses the link before the first answer looks again.
 */
export async function joinYard(path: string): Promise<Link | undefined> {
  for (let waitedMs = 0; waitedMs < BUSY_MS; waitedMs += STEP_MS) {
    if (!isPipe(path) && !(await hasTrustedSocket(path))) return undefined;
    const connection = await connectSocket(path);
    if (connection.kind === 'connected') return createSocketLink(connection.socket);
    if (connection.kind === 'nobody') return undefined;
    await systemDelay(STEP_MS);
  }
  const message = `The running Toolyard at ${path} accepts no more connections. Try again, or restart it.`;
  throw new ToolyardError('socket-unavailable', message);
}
