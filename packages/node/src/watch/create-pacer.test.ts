import { describe, expect, it } from 'vitest';
import { createPacer } from './create-pacer.ts';

describe('createPacer', () => {
  it('lets timers run while several work without end', async () => {
    const pacer = createPacer(5);
    let isOver = (): boolean => false;
    const timer = new Promise<void>((resolve) => void setTimeout(resolve, 20));
    void timer.then(() => (isOver = () => true));
    async function work(): Promise<number> {
      let rounds = 0;
      for (; !isOver(); rounds++) await pacer.pause();
      return rounds;
    }
    const rounds = await Promise.all([work(), work(), work()]);
    expect(Math.min(...rounds)).toBeGreaterThan(0);
  });

  it('asks for no pause before the time is up', () => {
    const pacer = createPacer(60_000);
    expect([pacer.pause(), pacer.pause()]).toEqual([undefined, undefined]);
  });
});
