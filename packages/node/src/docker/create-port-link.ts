import type { Link, LinkEnd } from '@toolyard/core';
import { settlesWithin } from '../process/settles-within.ts';
import type { ContainerLife } from './follow-container.ts';

// What broke the connection is most often the end of the container, which says more.
const END_GRACE_MS = 500;

/** A link to the port of a container: it ends with the container, and the container with the link. */
export function createPortLink(link: Link, life: ContainerLife): Link {
  const lost = link.closed.then(async (end) => {
    await settlesWithin(life.ended, END_GRACE_MS);
    return end;
  });
  const closed = Promise.race([life.ended, lost]);
  void life.ended.then(() => link.close());
  return {
    closed,
    send: (frame, relatedTo) => link.send(frame, relatedTo),
    receive: (receiver, onLost) => link.receive(receiver, onLost),
    ...(link.perRequestCapabilities === true && { perRequestCapabilities: true }),
    async close() {
      // The session is ended first, while there is someone to hear of it.
      await link.close();
      await life.close();
    },
  };
}

/** A link to a container that ended before anything answered at its port: its end is all that it has to tell. */
export function createEndedLink(life: ContainerLife): Link {
  const closed = life.ended.then((end): LinkEnd => ({ ...end, code: 'server-start-failed' }));
  return { closed, send: () => undefined, receive: () => undefined, close: () => life.close() };
}
