import type { Random } from './create-random.ts';

/** JSON texts of ids that are odd, wrong or hard to keep. */
export const ODD_IDS: readonly [string, ...string[]] = [
  '1e400',
  '-1e400',
  '9007199254740993',
  '0.1',
  '-0',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"__proto__"',
  'null',
  'true',
  '[]',
  '{"a":1}',
  `"${'i'.repeat(70_000)}"`,
];

const WRONG: readonly [string, ...string[]] = [
  'null',
  'true',
  '0',
  '-1',
  '1e999',
  '""',
  '"text"',
  '[]',
  '{}',
  '[null]',
  '[[[]]]',
  '{"":{}}',
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  '{"name":1,"name":2}',
  '"\\u202e\\u0000\\ud800"',
  '"toolyard/disable"',
  '"file:///etc/passwd"',
];

const DEPTHS: readonly [number, ...number[]] = [3, 60, 990, 1001, 6000, 30_000];

/** The JSON text of a value that nobody expects where it stands. */
export function createWrongValue(random: Random): string {
  if (random.oneIn(5)) return createNested(random.pick(DEPTHS), random.oneIn(2));
  if (random.oneIn(60)) return `"${'n'.repeat(200_000)}"`;
  return random.pick(WRONG);
}

function createNested(depth: number, isArray: boolean): string {
  return isArray ? `${'['.repeat(depth)}1${']'.repeat(depth)}` : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}
