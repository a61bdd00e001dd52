import { createMemoryLog } from '@toolyard/testing';
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

it('writes entries at once, in order, under the server of the tool and not of a name that looks like one', () => {
  const log = createMemoryLog();
  const audit = createAuditLog(log);
  audit(CALL);
  const { server: _, ...unknown } = CALL;
  audit({ ...unknown, tool: 'files:nothing' });
  expect(log.lines).toMatchObject([{ level: 'info', text: JSON.stringify(CALL), server: 'files' }, { level: 'info' }]);
  expect(log.lines[1]?.server).toBeUndefined();
});
