import { expect, it } from 'vitest';
import { explainServer } from './explain-server.ts';

it.each([
  [0, 'It is not tried any more.'],
  [1, 'After 1 retry it is not tried any more.'],
  [3, 'After 3 retries it is not tried any more.'],
])('counts %i retries of a server that is given up', (retries, expected) => {
  const failed = { tools: 0, failures: 1, phase: 'startup', reason: 'exited with code 1' } as const;
  expect(explainServer({ key: 'one', state: 'auto-disabled', retries, ...failed }, 0)).toBe(
    `Server "one" did not start: exited with code 1. ${expected} Mend it, then run "toolyard enable one".`,
  );
});
