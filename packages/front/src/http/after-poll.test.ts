import { expect, it } from 'vitest';
import { afterPoll } from './after-poll.ts';

it('lets those of one turn go on together and in order, before anything that they cause', async () => {
  const seen: string[] = [];
  async function goOn(name: string): Promise<void> {
    await afterPoll();
    seen.push(name);
    queueMicrotask(() => void seen.push(`caused by ${name}`));
  }
  const early = goOn('first');
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const late = goOn('second');
  expect(seen).toEqual([]);
  await Promise.all([early, late]);
  expect(seen).toEqual(['first', 'second', 'caused by first', 'caused by second']);
});

it('lets those of another turn wait for that', async () => {
  const first = afterPoll();
  expect(afterPoll()).toBe(first);
  await first;
  expect(afterPoll()).not.toBe(first);
});
