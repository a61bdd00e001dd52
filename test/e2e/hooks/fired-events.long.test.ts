import { describe, expect, it } from 'vitest';
import { CALLS, contextOf, createAll, fire, ROWS, runOf } from './fired-rows.ts';
import { LIMIT } from './watch-hooks.ts';

describe('an event that is entered by hand where nobody watches', LIMIT, () => {
  it('runs the one hook that waits for it, with exactly its values', async () => {
    const workspace = await createAll();
    for (const row of ROWS) {
      const records = await fire(workspace, row.event, row.data);
      expect(records).toMatchObject([runOf(row)]);
      expect(records[0]?.event.context).toEqual(contextOf(workspace, row));
    }
    expect(workspace.calls()).toEqual(CALLS);
    expect(await workspace.log()).toMatchObject(ROWS.map((row) => runOf(row)));
  });
});
