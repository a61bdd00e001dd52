import { startCpuClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { exampleLook, exampleRuns, exampleServer, exampleShown, NOW } from '../../test/fakes/example-look.ts';
import { createRowTree } from './create-row-tree.ts';
import { hookRows } from './hook-rows.ts';
import type { MakeRows } from './row.ts';
import { runRows } from './run-rows.ts';
import { serverRows } from './server-rows.ts';

const LOOK = exampleLook({
  hooks: Array.from({ length: 1000 }, (_, index) => exampleShown(`hook-${index}`, { group: `group ${index % 20}` })),
  runs: exampleRuns(2000, {
    arguments: { text: 'x'.repeat(1000) },
    result: { lines: Array.from({ length: 50 }, String) },
  }),
  servers: Array.from({ length: 10 }, (_, index) => exampleServer(`server-${index}`, index === 0 ? 55 : 54)),
});

/** Rows are made at most ten times a second while somebody looks; ten times this still leaves the host free. */
const LIMIT_MS = 50;

it.each<readonly [string, MakeRows]>([
  ['1,000 hooks', hookRows],
  ['541 tools', serverRows],
  ['2,000 runs', runRows],
])('makes the rows of %s and finds what changed in a moment', (_name, makeRows) => {
  const tree = createRowTree();
  const refresh = (now: number): number => {
    const stop = startCpuClock();
    tree.update(makeRows([LOOK], now));
    return stop();
  };
  // The first time the engine has to compile.
  const times = Array.from({ length: 10 }, (_, index) => refresh(NOW + index * 1000)).slice(3);
  expect(Math.min(...times)).toBeLessThan(LIMIT_MS);
});
