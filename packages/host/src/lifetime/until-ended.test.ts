import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import * as ownCopy from './until-ended.ts';

const { endAs, untilEnded } = ownCopy;

function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

it('waits for what is ending under the same name, also for what another copy of the module ends', async () => {
  const name = randomUUID();
  const gate = createGate();
  // What a bundler names anew with each build.
  const copy = './until-ended.ts?copy';
  const other: typeof ownCopy = await import(copy);
  expect(other.endAs).not.toBe(endAs);
  const order: string[] = [];
  const ended = other.endAs(name, async () => {
    await gate.opened;
    order.push('ended');
  });
  const opened = untilEnded(name).then(() => order.push('opened'));
  await untilEnded('something else');
  expect(order).toEqual([]);
  gate.open();
  await Promise.all([ended, opened]);
  expect(order).toEqual(['ended', 'opened']);
});

it('waits for the last of several, and for none that failed to end', async () => {
  const name = randomUUID();
  const [first, last] = [createGate(), createGate()];
  let isOpen = false;
  const failed = endAs(name, async () => {
    await first.opened;
    throw new Error('stuck');
  });
  const opened = untilEnded(name).then(() => (isOpen = true));
  const ended = endAs(name, () => last.opened);
  first.open();
  await expect(failed).rejects.toThrow('stuck');
  expect(isOpen).toBe(false);
  last.open();
  await ended;
  await opened;
  await untilEnded(name);
});

it('waits for one that takes longer than another that began to end after it', async () => {
  const name = randomUUID();
  const slow = createGate();
  const order: string[] = [];
  const slowEnd = endAs(name, () => slow.opened).then(() => order.push('slow'));
  await endAs(name, async () => undefined);
  const opened = untilEnded(name).then(() => order.push('opened'));
  // Enough for whoever does not wait.
  await new Promise((resolve) => void setImmediate(resolve));
  slow.open();
  await Promise.all([slowEnd, opened]);
  expect(order).toEqual(['slow', 'opened']);
});
