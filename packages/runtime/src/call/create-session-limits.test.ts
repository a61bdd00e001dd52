import { expect, it } from 'vitest';
import { createSessionLimits } from './create-session-limits.ts';

function openLimits(limit: number) {
  const reached: string[] = [];
  const limits = createSessionLimits({
    limit: () => limit,
    onReached: (session, most) => void reached.push(`${session} ${most}`),
  });
  const take = (session: string, times: number): number =>
    Array.from({ length: times }, () => limits.take(session)).filter(Boolean).length;
  return { limits, take, reached };
}

it('gives each session as many calls as the limit, and tells once when they are spent', () => {
  const { take, reached } = openLimits(25);
  expect(take('a', 30)).toBe(25);
  expect(take('b', 25)).toBe(25);
  expect(reached).toEqual(['a 25']);
});

it('gives as many again with each extension, and tells again', () => {
  const { limits, take, reached } = openLimits(3);
  expect(take('a', 4)).toBe(3);
  limits.extend('a');
  expect(take('a', 9)).toBe(3);
  expect(reached).toEqual(['a 3', 'a 3']);
  limits.extend('early');
  expect(take('early', 9)).toBe(6);
});

it('has no limit at -1', () => {
  expect(openLimits(-1).take('a', 5000)).toBe(5000);
});

it('refuses everything at 0', () => {
  expect(openLimits(0).take('a', 1)).toBe(0);
});

it('forgets the sessions that were unused for the longest time, not those in use', () => {
  const { take } = openLimits(2);
  expect(take('used', 1)).toBe(1);
  for (let index = 0; index < 9999; index++) take(`s${index}`, 1);
  expect(take('used', 1)).toBe(1);
  for (let index = 0; index < 9000; index++) take(`t${index}`, 1);
  expect(take('used', 1)).toBe(0);
  expect(take('s0', 3)).toBe(2);
});

it('lets a call bring another limit for its session, and says how far the session is', () => {
  const { limits, reached } = openLimits(2);
  for (let count = 0; count < 3; count++) expect(limits.take('a', 3)).toBe(true);
  expect(limits.take('a', 3)).toBe(false);
  expect(limits.use('a')).toEqual({ calls: 3, limit: 3 });
  expect(limits.use('unknown')).toEqual({ calls: 0, limit: 2 });
  expect(reached).toEqual(['a 3']);
  limits.extend('a');
  for (let count = 0; count < 3; count++) expect(limits.take('a', 3)).toBe(true);
  expect(limits.take('a', -1)).toBe(true);
});

it('counts from 0 again after a reset, and tells again', () => {
  const { limits, take, reached } = openLimits(2);
  limits.extend('a');
  expect(take('a', 9)).toBe(4);
  limits.reset('a');
  expect(take('a', 9)).toBe(2);
  expect(reached).toEqual(['a 2', 'a 2']);
});
