import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createApproved, WAIT_MS } from './approved-workspace.ts';
import { callHook, callsIn, expectSkipped, fire, LIMIT } from './fire-at-servers.ts';

describe('a server that is not there', () => {
  it('is logged and skipped, and the other hooks of the event run', LIMIT, () => expectSkipped({ isWatched: true }));
});

describe('a server that does not answer', () => {
  it('is given up after the time of the hook, and the next event works', LIMIT, async () => {
    const workspace = await createApproved([
      callHook('slow', 'rec', { tool: 'slow', timeout: 1000 }),
      callHook('quick', 'rec', { event: 'terminal.ended' }),
    ]);
    await workspace.watch();
    const { slow } = await fire(workspace, 1);
    expect(slow).toMatchObject({ status: 'timeout', reason: 'Execution timeout after 1000 ms', attempts: 1 });
    const cancelled = join(dirname(workspace.folder), 'calls.jsonl.cancelled');
    await waitUntil(() => callsIn(cancelled).length === 1, WAIT_MS);
    expect(callsIn(cancelled)).toEqual([{ tool: 'slow', arguments: { text: '1' } }]);
    expect((await fire(workspace, 2, 'terminal.ended'))['quick']).toMatchObject({ status: 'success' });
    writeFileSync(workspace.release, '');
    expect((await fire(workspace, 3))['slow']).toMatchObject({ status: 'success', result: 'done' });
  });
});
