/** Lets at most `limit` actions run at once, in the order in which they came; -1 is any number. */
export function createConcurrencyLimit(limit: number): <T>(action: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (action) => {
    if (limit !== -1 && running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await action();
    } finally {
      // The place goes to the next one directly, so that nobody who comes now can take it.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
