import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { findTimeZone } from './find-time-zone.ts';

/** What another process finds in this environment: a process keeps the zone that it began with. */
function findWith(TZ: string): string {
  const script = `const findTimeZone = ${findTimeZone.toString()}; process.stdout.write(findTimeZone());`;
  return execFileSync(process.execPath, ['-e', script], { env: { TZ }, encoding: 'utf8' });
}

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['nonsense', 'UTC'],
])('finds the zone of the machine, and UTC where it has none: TZ=%s', (TZ, expected) => {
  expect(findWith(TZ)).toBe(expected);
});
