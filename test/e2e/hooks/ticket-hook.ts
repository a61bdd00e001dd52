import { writeFileSync } from 'node:fs';
import { waitUntil } from '@toolyard/testing';
import { expect } from 'vitest';
import { createApproved, WAIT_MS } from './approved-workspace.ts';
import { toolHook, toText } from './create-workspace.ts';

/** Looks at the ticket of a webhook. */
export const ticketHook: object = toolHook('ticket', 'webhook', 'look', [
  { toolParam: 'text', source: 'context', value: 'data.ticket' },
]);

/** A call of this tool is under way when Toolyard is killed; the next one ends its run so, after as many calls in all. */
export async function expectRepeated(tool: string, status: string, times: number): Promise<void> {
  const { start, hooks, calls, log, release } = await createApproved([
    toolHook('slow', 'webhook', tool, [toText('{data.n}')]),
    ticketHook,
  ]);
  const killed = start('fire', 'webhook', '--data', 'n=1', 'ticket=T-1');
  await waitUntil(() => calls().some((call) => call.tool === tool), WAIT_MS);
  killed.child.kill('SIGKILL');
  await killed.finished;
  writeFileSync(release, '');
  const next = await hooks('fire', 'schedule');
  expect(next.stderr).toContain('Continuing what an earlier Toolyard left: ');
  expect(next.code).toBe(0);
  const records = (await log()).filter(({ hook }) => hook === 'slow');
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({ status, ...(status === 'success' ? { repeated: true } : {}) });
  expect(calls().filter((call) => call.tool === tool)).toHaveLength(times);
}
