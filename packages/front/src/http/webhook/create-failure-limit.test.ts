import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createFailureLimit } from './create-failure-limit.ts';

it('is over after twenty failures within a minute, for that address alone', () => {
  const clock = createFakeClock();
  const limit = createFailureLimit(clock);
  for (let count = 0; count < 19; count++) limit.fail('a');
  expect(limit.isOver('a')).toBe(false);
  limit.fail('a');
  expect([limit.isOver('a'), limit.isOver('b')]).toEqual([true, false]);
  clock.advance(59_999);
  expect(limit.isOver('a')).toBe(true);
  clock.advance(1);
  expect(limit.isOver('a')).toBe(false);
});

it('remembers a thousand addresses, and no more', () => {
  const limit = createFailureLimit(createFakeClock());
  for (let count = 0; count < 20; count++) limit.fail('first');
  for (let address = 0; address < 999; address++) limit.fail(`a${address}`);
  expect(limit.isOver('first')).toBe(true);
  limit.fail('one more');
  expect(limit.isOver('first')).toBe(false);
});
