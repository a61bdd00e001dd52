import { it } from 'vitest';
import { expectToldInStatus, HANGS, MIXED } from './harness/mixed-yard.ts';

it('status tells of a server that hangs among others when its time is over', () =>
  expectToldInStatus({ ...MIXED, ...HANGS }));
