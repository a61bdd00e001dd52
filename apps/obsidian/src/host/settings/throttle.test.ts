import { expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

it('runs once for all that was asked for, and never again after it was cancelled', () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  try {
    const run = vi.fn<() => void>();
    const ask = throttle(run, 10);
    ask();
    ask();
    vi.runAllTimers();
    expect(run).toHaveBeenCalledTimes(1);
    ask();
    ask.cancel();
    ask();
    expect(vi.getTimerCount()).toBe(0);
    vi.runAllTimers();
    expect(run).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});
