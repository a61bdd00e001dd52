/** Lets a few run at a time; those who wait take turns. */
export interface FairLimit {
  /** Runs `work` when its turn comes: first in, first out for one name, and names take turns. */
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when nobody works and nobody waits. */
  idle(): Promise<void>;
}

/** A limit of `places` at once. */
export function createFairLimit(places: number): FairLimit {
  // Names in the order of their next turn; each has someone waiting.
  const waiting = new Map<string, (() => void)[]>();
  const idlers: (() => void)[] = [];
  let busy = 0;

  async function enter(name: string): Promise<void> {
    if (busy < places) {
      busy += 1;
      return;
    }
    await new Promise<void>((resolve) => {
      const queue = waiting.get(name);
      if (queue === undefined) waiting.set(name, [resolve]);
      else queue.push(resolve);
    });
  }

  function leave(): void {
    for (const [name, queue] of waiting) {
      const next = queue.shift();
      // The name goes to the end of the row, or out of it.
      waiting.delete(name);
      if (queue.length > 0) waiting.set(name, queue);
      // The place passes on, so `busy` stays.
      next?.();
      return;
    }
    busy -= 1;
    if (busy === 0) for (const resolve of idlers.splice(0)) resolve();
  }

  return {
    async take(name, work) {
      await enter(name);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    async idle() {
      if (busy > 0) await new Promise<void>((resolve) => void idlers.push(resolve));
    },
  };
}
