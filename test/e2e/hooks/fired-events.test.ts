import type { RunRecord } from '@toolyard/hooks';
import { describe, expect, it } from 'vitest';
import { CALLS, contextOf, createAll, fire, ROWS, runOf } from './fired-rows.ts';
import { LIMIT, watchAgain } from './watch-hooks.ts';

describe('an event that is entered by hand', LIMIT, () => {
  it('runs the one hook that waits for it with exactly its values, or says why it runs nothing', async () => {
    const workspace = await createAll();
    const watched = await watchAgain(workspace);
    const shown: RunRecord[] = [];
    for (const { event, data, refused } of ROWS) {
      if (refused !== undefined) shown.push(...(await fire(workspace, event, refused[0])));
      shown.push(...(await fire(workspace, event, data)));
    }
    const { calls, runs } = await watched.end();
    expect(calls).toEqual(CALLS);
    const ran = runs.filter(({ attempts }) => attempts > 0);
    expect(ran.map(({ event }) => event.context)).toEqual(ROWS.map((row) => contextOf(workspace, row)));
    expect(runs).toEqual(shown);
    expect(runs).toMatchObject(
      ROWS.flatMap((row) => [
        ...(row.refused === undefined ? [] : [{ status: 'skipped', reason: row.refused[1], attempts: 0 }]),
        runOf(row),
      ]),
    );
  });
});
