import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDebouncedRun } from './create-debounced-run.ts';

describe('createDebouncedRun', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  function create(): { readonly runs: number[]; readonly debounced: ReturnType<typeof createDebouncedRun> } {
    const runs: number[] = [];
    const run = async (): Promise<void> => void runs.push(performance.now());
    return { runs, debounced: createDebouncedRun(run, { quietMs: 10, mostMs: 25 }) };
  }

  it('runs once for many calls, when there was none for a while', async () => {
    const { runs, debounced } = create();
    for (let count = 0; count < 3; count++) {
      debounced.call();
      await vi.advanceTimersByTimeAsync(5);
    }
    expect(runs).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(runs).toHaveLength(1);
  });

  it('puts the run off no longer than it may', async () => {
    const { runs, debounced } = create();
    for (let count = 0; count < 12; count++) {
      debounced.call();
      await vi.advanceTimersByTimeAsync(5);
    }
    expect(runs).toHaveLength(2);
  });

  it('runs at once when it is flushed, and not again', async () => {
    const { runs, debounced } = create();
    debounced.call();
    await debounced.flush();
    expect(runs).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    await debounced.flush();
    expect(runs).toHaveLength(1);
  });

  it('begins at once where it is told to, and gathers what is asked for meanwhile', async () => {
    const { runs, debounced } = create();
    debounced.call();
    debounced.callNow();
    debounced.callNow();
    await Promise.resolve();
    expect(runs).toHaveLength(1);
    debounced.call();
    await vi.advanceTimersByTimeAsync(9);
    expect(runs).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(runs).toHaveLength(2);
  });

  it('begins again right after a run where it was told to meanwhile', async () => {
    const { runs, debounced } = create();
    debounced.callNow();
    await Promise.resolve();
    debounced.callNow();
    debounced.call();
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(runs).toHaveLength(2);
  });

  it('flushes what was asked for during a run too, one run at a time', async () => {
    let underWay = 0;
    let runs = 0;
    const debounced = createDebouncedRun(
      async () => {
        expect(++underWay).toBe(1);
        if (++runs === 1) debounced.call();
        await Promise.resolve();
        underWay--;
      },
      { quietMs: 10, mostMs: 25 },
    );
    debounced.call();
    await Promise.all([debounced.flush(), debounced.flush()]);
    expect(runs).toBe(2);
  });
});
