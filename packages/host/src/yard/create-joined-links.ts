import type { Link } from '@toolyard/core';

/** The links of the programs that joined a yard. */
export interface JoinedLinks {
  /** How many are open. */
  readonly count: number;
  /** Takes a link; it waits where nobody receives it yet. */
  add(link: Link): void;
  /** Gives every link, also those that wait, to `receive`. */
  receiveWith(receive: (link: Link) => void): void;
  /** Calls `listener` whenever somebody comes or goes. */
  onChange(listener: () => void): void;
}

/** No links, and nobody who receives them: the socket has to be there before the yard, so that only one yard starts. */
export function createJoinedLinks(): JoinedLinks {
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
    add(link) {
      change(1);
      void link.closed.then(() => change(-1));
      if (receiver === undefined) waiting.push(link);
      else receiver(link);
    },
    receiveWith(receive) {
      receiver = receive;
      for (const link of waiting.splice(0)) receive(link);
    },
    onChange: (next) => void (listener = next),
  };
}
