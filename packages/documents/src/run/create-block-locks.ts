/** Lets each block run once at a time, whoever asks for it. */
export interface BlockLocks {
  /** Runs `action` when all earlier ones of the same name have ended. */
  run<T>(name: string, action: () => Promise<T>): Promise<T>;
  /** Whether something of that name runs or waits. */
  has(name: string): boolean;
}

/** Locks that nobody holds; a host shares them between all its runs. */
export function createBlockLocks(): BlockLocks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    has: (name) => tails.has(name),
    run(name, action) {
      const before = tails.get(name) ?? Promise.resolve();
      const mine = before.then(action);
      const tail = mine.catch(() => undefined);
      tails.set(name, tail);
      void tail.then(() => {
        if (tails.get(name) === tail) tails.delete(name);
      });
      return mine;
    },
  };
}
