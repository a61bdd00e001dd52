import type { Socket } from 'node:net';
import { createStreamLink, type Link, type LinkEnd } from '@toolyard/core';
import { settlesWithin } from '../process/settles-within.ts';
import { carryRelation } from './carry-relation.ts';

const CLOSE_MS = 1000;

/** A connected socket as a link that tells relations; it ends as soon as the other side is gone. */
export function createSocketLink(socket: Socket): Link {
  let end: (end: LinkEnd) => void = () => undefined;
  const ended = new Promise<LinkEnd>((resolve) => (end = resolve));
  const lose = (reason: string): void => end({ expected: false, reason });
  const gone = new Promise<void>((resolve) => void socket.once('close', () => resolve()));

  async function finish(): Promise<void> {
    socket.end();
    // What still comes is read and dropped, or the other side could not finish.
    socket.resume();
    // Nor does a link wait for one that does not take what was sent to it.
    if (!(await settlesWithin(gone, CLOSE_MS))) socket.destroy();
    await gone;
  }

  socket.once('end', () => {
    lose('closed the connection');
    void finish();
  });
  socket.once('close', () => lose('closed the connection'));
  socket.on('error', (error) => lose(`lost the connection: ${error.message}`));

  const link = createStreamLink({
    source: socket,
    sink: socket,
    ended,
    close() {
      end({ expected: true, reason: 'was closed' });
      return finish();
    },
    // Only programs of this user can write here, and those of Toolyard write messages.
    onNoise: () => undefined,
    onOverlong() {
      lose('sent a message over 64 MB');
      socket.destroy();
    },
  });
  return carryRelation(link);
}
