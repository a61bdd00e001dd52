import { createFakeClock, createMemoryLog } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createAuditLog } from './create-audit-log.ts';

const CALL = {
  event: 'call',
  time: '2026-01-01T00:00:00.000Z',
  requestId: 'r',
  session: 's',
  client: 'c',
  tool: 'files:read',
  server: 'files',
  outcome: 'success',
  ms: 1,
} as const;

it('writes entries a moment later, in order, under the server of the tool and not of a name that looks like one', () => {
  const clock = createFakeClock();
  const log = createMemoryLog();
  const audit = createAuditLog(log, clock);
  audit.add(CALL);
  const { server: _, ...unknown } = CALL;
  audit.add({ ...unknown, tool: 'files:nothing' });
  expect(log.lines).toEqual([]);
  clock.advance(100);
  expect(log.lines).toMatchObject([{ level: 'info', text: JSON.stringify(CALL), server: 'files' }, { level: 'info' }]);
  expect(log.lines[1]?.server).toBeUndefined();
  expect(clock.pending).toBe(0);
});

it('writes what waits when it is asked to', () => {
  const clock = createFakeClock();
  const log = createMemoryLog();
  const audit = createAuditLog(log, clock);
  audit.add(CALL);
  audit.flush();
  expect({ lines: log.lines.length, pending: clock.pending }).toEqual({ lines: 1, pending: 0 });
});
