import { createLinkPair, type Link } from '@toolyard/core';
import { expect, it } from 'vitest';
import { createJoinedLinks } from './create-joined-links.ts';

it('keeps those who come too early, and counts those who are there', async () => {
  const joined = createJoinedLinks();
  const counts: number[] = [];
  joined.onChange(() => counts.push(joined.count));
  const [early, late] = [createLinkPair().near, createLinkPair().near];
  const received: Link[] = [];
  joined.add(early);
  joined.receiveWith((link) => received.push(link));
  joined.add(late);
  expect(received).toEqual([early, late]);
  await early.close();
  await late.close();
  await late.closed;
  expect(counts).toEqual([1, 2, 1, 0]);
});
