import type { Frame, Link, LinkEnd, Pressure, RequestId } from '@toolyard/core';
import type { HttpLink, HttpLinkEnd } from './create-http-link.ts';

/** What a server that only speaks the old transport answers to a first message in the new one. */
const OLD_STATUSES: readonly (number | undefined)[] = [400, 404, 405];

/** A link over the first transport, or over the second where the server refuses the first from the beginning. */
export function createAutoLink(first: HttpLink, openSecond: () => Link): Link {
  let finish: (end: LinkEnd) => void = () => undefined;
  const closed = new Promise<LinkEnd>((resolve) => (finish = resolve));
  let current: Link = first;
  let isHeard = false;
  let isClosing = false;
  let sent: Frame[] = [];
  let receiver: (frame: Frame, relatedTo?: RequestId) => Pressure = () => undefined;
  let onLost: Parameters<Link['receive']>[1];
  const lose = (id: RequestId, end: LinkEnd): void => onLost?.(id, end);

  function hear(frame: Frame, relatedTo?: RequestId): Pressure {
    isHeard = true;
    sent = [];
    return receiver(frame, relatedTo);
  }

  function fallBack(refusal: HttpLinkEnd): void {
    if (isHeard || isClosing || !OLD_STATUSES.includes(refusal.status)) return finish(refusal);
    current = openSecond();
    current.receive(hear, lose);
    for (const frame of sent) void current.send(frame);
    // Where neither works, the first answer says more: the old transport was only a guess.
    void current.closed.then((end) => finish(isHeard || end.expected || end.code === 'login-required' ? end : refusal));
  }

  first.receive(hear, lose);
  void first.closed.then(fallBack);
  return {
    closed,
    async close() {
      isClosing = true;
      await current.close();
      await closed;
    },
    receive(given, givenOnLost) {
      receiver = given;
      onLost = givenOnLost;
    },
    send(frame) {
      if (!isHeard) sent.push(frame);
      return current.send(frame);
    },
  };
}
