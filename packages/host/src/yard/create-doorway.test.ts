import { createLinkPair, type Link } from '@toolyard/core';
import { expect, it } from 'vitest';
import { createDoorway } from './create-doorway.ts';

it('keeps those who come too early, and counts who is inside', async () => {
  const doorway = createDoorway();
  const counts: number[] = [];
  doorway.onChange(() => counts.push(doorway.count));
  const [early, late] = [createLinkPair().near, createLinkPair().near];
  const received: Link[] = [];
  doorway.enter(early);
  doorway.open((link) => received.push(link));
  doorway.enter(late);
  expect(received).toEqual([early, late]);
  await early.close();
  await late.close();
  await late.closed;
  expect(counts).toEqual([1, 2, 1, 0]);
});
