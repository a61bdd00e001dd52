/** A place among the copies of servers that sessions have for themselves. */
export interface CopyPlace {
  /** Resolves when the copy may start: what had its place before is gone by then. */
  readonly free: Promise<unknown>;
  /** Says that the copy is used; of those that can be given up the one goes first that was not used for the longest time. */
  use(): void;
  /** The copy ends; its place is free when `gone` resolves. */
  leave(gone: Promise<unknown>): void;
}

/** Bounds how many copies there are at once, over all sessions and servers of a yard; those that are still ending count. */
export interface CopyLimit {
  /**
   * Takes a place; `undefined` where there is none. `giveUp` is called when another copy needs one: it ends its own copy, which calls
   * `leave`, and returns true; or it returns false, where somebody would miss that copy.
   */
  take(giveUp: () => boolean): CopyPlace | undefined;
}

interface Taken {
  readonly giveUp: () => boolean;
  gone: Promise<unknown> | undefined;
}

/** The limit is asked for with each copy, since it may change; -1 is any number. */
export function createCopyLimit(most: () => number): CopyLimit {
  const places = new Set<Taken>();

  /** What the next copy takes the place of: one that is ending already, else one that can be given up. */
  function findFormer(): Taken | undefined {
    const all = [...places];
    return all.find(({ gone }) => gone !== undefined) ?? all.find((place) => place.giveUp());
  }

  return {
    take(giveUp) {
      const limit = most();
      const isFull = limit !== -1 && places.size >= limit;
      // After the limit was lowered there may be too many, and then none of them has a successor.
      const former = isFull && places.size === limit ? findFormer() : undefined;
      if (isFull && former === undefined) return undefined;
      if (former !== undefined) places.delete(former);
      const place: Taken = { giveUp, gone: undefined };
      places.add(place);
      return {
        free: former?.gone ?? Promise.resolve(),
        use() {
          if (places.delete(place)) places.add(place);
        },
        leave(gone) {
          place.gone = gone;
          void gone.then(() => places.delete(place));
        },
      };
    },
  };
}
