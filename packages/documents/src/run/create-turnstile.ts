/** Lets at most `limit` actions run at once, in the order in which they came; -1 is any number. */
export function createTurnstile(limit: number): <T>(action: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (action) => {
    if (limit !== -1 && inside >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else inside++;
    try {
      return await action();
    } finally {
      // The place goes to the next one directly, so that nobody who comes now can take it.
      const next = waiting.shift();
      if (next === undefined) inside--;
      else next();
    }
  };
}
