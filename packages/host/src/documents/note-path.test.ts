import type { ServerState } from '@toolyard/core';
import { expect, it } from 'vitest';
import { knownServersOf } from './note-path.ts';

it.each<[ServerState, enabled: boolean, isGivenUp: boolean]>([
  ['running', true, false],
  ['starting', true, false],
  ['retrying', true, false],
  ['auto-disabled', true, true],
  ['failed', true, true],
  ['disabled', false, false],
])('tells notes of a server that is %s', (state, enabled, isGivenUp) => {
  const servers = [{ key: 'a', state, tools: 0, failures: 0 }];
  expect(knownServersOf({ servers: () => servers })).toEqual([{ key: 'a', enabled, isGivenUp }]);
});
