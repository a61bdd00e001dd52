import { setFlagsFromString } from 'node:v8';
import { setImmediate as turn } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withDeadline } from './with-deadline.ts';

const LIMIT_MS = 10_000;

it('ends the wait of somebody who only looks at the signal, whatever is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const begun = performance.now();
  const isOver = await withDeadline(new AbortController().signal, 100, async (until) => {
    while (!until.aborted && performance.now() - begun < LIMIT_MS) {
      collect();
      await turn();
    }
    return until.aborted;
  });
  expect(isOver).toBe(true);
});

it('ends with the signal it was given', async () => {
  const stop = new AbortController();
  const isOver = await withDeadline(stop.signal, 60_000, async (until) => {
    stop.abort();
    return until.aborted;
  });
  expect(isOver).toBe(true);
});
