import { guardReceiver, STATELESS_REVISION, type Frame, type Link, type LinkEnd } from '@toolyard/core';

type Receiver = Parameters<Link['receive']>[0];

/** A link on which one language after another can be tried. */
export interface SharedWire {
  readonly link: Link;
  /** How it ended, if it did. */
  end(): LinkEnd | undefined;
  /** Whether the server has answered, however late, in the way of the stateless revision. */
  isStateless(): boolean;
}

/** Only the last receiver gets what comes; what comes before there is one waits for it. `onBug` is told what one throws. */
export function createSharedWire(wire: Link, onBug: (error: unknown) => void): SharedWire {
  let receiver: Receiver | undefined;
  let onLost: Parameters<Link['receive']>[1];
  let end: LinkEnd | undefined;
  let isStateless = false;
  void wire.closed.then((given) => (end = given));
  return {
    end: () => end,
    isStateless: () => isStateless,
    link: {
      closed: wire.closed,
      close: () => wire.close(),
      send: (frame, relatedTo) => wire.send(frame, relatedTo),
      receive(given, givenOnLost) {
        const isFirst = receiver === undefined;
        receiver = given;
        onLost = givenOnLost;
        if (!isFirst) return;
        const toLast: Receiver = (frame, relatedTo) => {
          isStateless ||= isDiscovery(frame);
          return receiver?.(frame, relatedTo);
        };
        wire.receive(guardReceiver(wire, toLast, onBug), (id, lost) => onLost?.(id, lost));
      },
    },
  };
}

/** Texts as ids are those of the questions that only the stateless revision knows. */
function isDiscovery(frame: Frame): boolean {
  return (
    frame.isResponse && typeof frame.id === 'string' && frame.text('result')?.includes(STATELESS_REVISION) === true
  );
}
