import type { Clock } from '@toolyard/core';

/** The machine's own time; its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    letProcessEnd(timer);
    return () => clearTimeout(timer);
  },
};

/** Runs `action` every `ms` until the returned function is called; does not keep the process alive. */
export function repeatEvery(ms: number, action: () => void): () => void {
  const timer = setInterval(action, ms);
  letProcessEnd(timer);
  return () => clearInterval(timer);
}

/** In an Electron renderer, which has the browser's timers, a timer is a number and keeps nothing alive. */
function letProcessEnd(timer: NodeJS.Timeout | number): void {
  if (typeof timer === 'object') timer.unref();
}
