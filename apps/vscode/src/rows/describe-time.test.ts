import { expect, it } from 'vitest';
import { describeAgo, describeDuration, describeElapsed, describeIn } from './describe-time.ts';

const NOW = Date.parse('2026-11-15T10:00:00.000Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

it('says how long ago something was as people do', () => {
  const ages = [-5000, 0, 4999, 5000, 59_999, MINUTE, 119_999, 60 * MINUTE, DAY - 1, DAY, 29 * DAY, 30 * DAY];
  expect(ages.map((age) => describeAgo(NOW - age, NOW))).toEqual([
    'just now',
    'just now',
    'just now',
    '5 s ago',
    '59 s ago',
    '1 min ago',
    '1 min ago',
    '1 h ago',
    '23 h ago',
    '1 day ago',
    '29 days ago',
    'on 2026-10-16',
  ]);
});

it('says when something will be', () => {
  expect([-DAY, 0, 999, 1000, MINUTE, DAY * 2, DAY * 40].map((time) => describeIn(NOW + time, NOW))).toEqual([
    'now',
    'now',
    'now',
    'in 1 s',
    'in 1 min',
    'in 2 days',
    'on 2026-12-25',
  ]);
});

it('says how long something took, or has been going on', () => {
  expect([-1, 0.4, 142.4, 999.4, 1000, 9949, 10_000, 125_000, 3_725_000].map(describeDuration)).toEqual([
    '0 ms',
    '0 ms',
    '142 ms',
    '999 ms',
    '1.0 s',
    '9.9 s',
    '10 s',
    '2 min 5 s',
    '1 h 2 min',
  ]);
  expect([-5, 999, 3999, 61_000].map((ms) => describeElapsed(NOW - ms, NOW))).toEqual([
    '0 s',
    '0 s',
    '3 s',
    '1 min 1 s',
  ]);
});

it('takes a time that cannot be read', () => {
  expect([describeAgo(Number.NaN, NOW), describeIn(Number.NaN, NOW)]).toEqual([
    'at an unknown time',
    'at an unknown time',
  ]);
});
