import { expect, it } from 'vitest';
import { explainServer } from './explain-server.ts';

it.each([
  [0, 'Toolyard gave up.'],
  [1, 'Toolyard gave up after 1 retry.'],
  [3, 'Toolyard gave up after 3 retries.'],
])('counts %i retries of a server that is given up', (retries, expected) => {
  const failed = { tools: 0, failures: 1, phase: 'startup', reason: 'exited with code 1' } as const;
  expect(explainServer({ key: 'one', state: 'auto-disabled', retries, ...failed }, 0)).toBe(
    `Server "one" did not start: exited with code 1. ${expected} Fix it, then run "toolyard enable one".`,
  );
});
