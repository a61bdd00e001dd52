/** What stands in a line: one line a session. */
export interface Queued {
  readonly session: string;
}

/** Lines of those who wait, one a session; the sessions take turns. */
export interface FairQueue<Item extends Queued> {
  /** Puts an item at the end of its session's line, or with those who go ahead of it. */
  add(item: Item, ahead: boolean): void;
  /** Of no effect for an item that does not wait. */
  remove(item: Item): void;
  /** Takes out the first of the session whose turn it is; one whose first does not fit is passed over. */
  take(fits: (item: Item) => boolean): Item | undefined;
  isEmpty(): boolean;
}

interface Line<Item> {
  readonly ahead: Set<Item>;
  readonly usual: Set<Item>;
}

/** A queue in which nobody waits. */
export function createFairQueue<Item extends Queued>(): FairQueue<Item> {
  // By session; the first is the next to have its turn.
  const lines = new Map<string, Line<Item>>();

  function remove(item: Item): void {
    const line = lines.get(item.session);
    if (line === undefined) return;
    if (!line.ahead.delete(item)) line.usual.delete(item);
    if (line.ahead.size + line.usual.size === 0) lines.delete(item.session);
  }

  return {
    add(item, ahead) {
      const line = lines.get(item.session) ?? { ahead: new Set(), usual: new Set() };
      lines.set(item.session, line);
      line[ahead ? 'ahead' : 'usual'].add(item);
    },
    remove,
    take(fits) {
      for (const [session, line] of lines) {
        const [item] = line.ahead.size > 0 ? line.ahead : line.usual;
        if (item === undefined || !fits(item)) continue;
        remove(item);
        if (lines.delete(session)) lines.set(session, line);
        return item;
      }
      return undefined;
    },
    isEmpty: () => lines.size === 0,
  };
}
