import { onTestFinished } from 'vitest';

/** How many timers repeat that are set from now on: every watch of a file has one, until it is closed. */
export function countRepeating(): () => number {
  const { setInterval: set, clearInterval: clear } = globalThis;
  const repeating = new Set<unknown>();
  const counting = {
    setInterval(...given: Parameters<typeof set>): unknown {
      const timer = set(...given);
      repeating.add(timer);
      return timer;
    },
    clearInterval(timer: Parameters<typeof clear>[0]): void {
      repeating.delete(timer);
      clear(timer);
    },
  };
  Object.assign(globalThis, counting);
  onTestFinished(() => void Object.assign(globalThis, { setInterval: set, clearInterval: clear }));
  return () => repeating.size;
}
