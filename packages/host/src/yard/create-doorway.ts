import type { Link } from '@toolyard/core';

/** Where programs that join a yard come in. */
export interface Doorway {
  /** How many are inside. */
  readonly count: number;
  /** Takes a link; it waits where nobody receives it yet. */
  enter(link: Link): void;
  /** Gives every link, also those that wait, to `receive`. */
  open(receive: (link: Link) => void): void;
  /** Calls `listener` whenever somebody comes or goes. */
  onChange(listener: () => void): void;
}

/** A doorway that is closed: the socket has to be there before the yard, so that only one yard starts. */
export function createDoorway(): Doorway {
  const waiting: Link[] = [];
  let receiver: ((link: Link) => void) | undefined;
  let listener: () => void = () => undefined;
  let count = 0;

  function change(by: 1 | -1): void {
    count += by;
    listener();
  }

  return {
    get count() {
      return count;
    },
    enter(link) {
      change(1);
      void link.closed.then(() => change(-1));
      if (receiver === undefined) waiting.push(link);
      else receiver(link);
    },
    open(receive) {
      receiver = receive;
      for (const link of waiting.splice(0)) receive(link);
    },
    onChange: (next) => void (listener = next),
  };
}
