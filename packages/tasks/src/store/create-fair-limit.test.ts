import { describe, expect, it } from 'vitest';
import { createFairLimit } from './create-fair-limit.ts';

describe('createFairLimit', () => {
  it('lets names take turns, however much one of them asks for', async () => {
    const turns = createFairLimit(1);
    const order: string[] = [];
    const note = (name: string, number: number) => turns.take(name, async () => void order.push(`${name}${number}`));
    const open = deferred();
    const first = turns.take('busy', () => open.promise);
    const all = [...[1, 2, 3].map((n) => note('busy', n)), note('quiet', 1), note('quiet', 2), note('third', 1)];
    open.resolve();
    await Promise.all([first, ...all]);
    expect(order).toEqual(['busy1', 'quiet1', 'third1', 'busy2', 'quiet2', 'busy3']);
  });

  it('never has more at work than it has places, and passes the place of one that failed on', async () => {
    const turns = createFairLimit(3);
    let now = 0;
    let most = 0;
    const work = async (fails: boolean): Promise<void> => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => void setImmediate(resolve));
      now -= 1;
      if (fails) throw new Error('failed');
    };
    const all = Array.from({ length: 20 }, (_, n) => turns.take(`user${n % 4}`, () => work(n % 2 === 0)));
    const settled = await Promise.allSettled(all);
    expect(most).toBe(3);
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  });

  it('is idle when nobody works and nobody waits', async () => {
    const turns = createFairLimit(1);
    await turns.idle();
    let done = 0;
    void turns.take('a', async () => void (done += 1));
    void turns.take('b', async () => void (done += 1));
    await turns.idle();
    expect(done).toBe(2);
  });
});

function deferred(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => void (resolve = done));
  return { promise, resolve };
}
