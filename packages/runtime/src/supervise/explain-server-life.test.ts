import { expect, it } from 'vitest';
import { explainServerLife } from './explain-server-life.ts';
import { createServerLife } from './server-life.ts';

it.each([
  [0, 'It is not tried any more.'],
  [1, 'After 1 retry it is not tried any more.'],
  [3, 'After 3 retries it is not tried any more.'],
])('counts %i retries of a server that is given up', (retries, expected) => {
  const failure = { kind: 'outage', phase: 'startup', reason: 'exited with code 1', lastLines: [] } as const;
  const life = { ...createServerLife(true), state: 'auto-disabled', retries, failure } as const;
  expect(explainServerLife('one', life, 0)).toBe(
    `Server "one" did not start: exited with code 1. ${expected} Mend it, then run "toolyard enable one".`,
  );
});
