import { STATELESS_REVISION, type Frame, type Link, type LinkEnd } from '@toolyard/core';

/** A link on which one language after another can be tried. */
export interface SharedWire {
  readonly link: Link;
  /** How it ended, if it did. */
  end(): LinkEnd | undefined;
  /** Whether the server has answered, however late, in the way of the stateless revision. */
  isStateless(): boolean;
}

/** Only the last receiver gets what comes; what comes before there is one waits for it. */
export function createSharedWire(wire: Link): SharedWire {
  let receiver: Parameters<Link['receive']>[0] | undefined;
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
        wire.receive(
          (frame, relatedTo) => {
            isStateless ||= isDiscovery(frame);
            return receiver?.(frame, relatedTo);
          },
          (id, lost) => onLost?.(id, lost),
        );
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
