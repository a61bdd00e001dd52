import { createErrorResponse, createNotification, createRequest, createResponse } from '@toolyard/core';
import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { CallAudit, type AuditedCall } from './call-audit.ts';

function setUp() {
  const clock = createFakeClock();
  const written: AuditedCall[] = [];
  const audit = new CallAudit({
    clock,
    who: () => ({ session: 'abcdefgh', client: 'test' }),
    toToolId: (name) => (name === 'files__read' ? 'files:read' : undefined),
    write: (call) => void written.push(call),
  });
  const begin = (id: number, name: unknown = 'files__read'): void =>
    audit.begin(createRequest(id, 'tools/call', { name, arguments: { secret: 'hidden' } }), `request-${id}`);
  return { clock, written, audit, begin };
}

it('writes a call down when it is answered', () => {
  const { clock, written, audit, begin } = setUp();
  begin(1);
  clock.advance(250);
  expect(written).toEqual([]);
  audit.end(1, createResponse(1, '{"content":[]}'));
  expect(written).toEqual([
    {
      event: 'call',
      time: '2026-01-01T00:00:00.000Z',
      requestId: 'request-1',
      session: 'abcdefgh',
      client: 'test',
      tool: 'files:read',
      server: 'files',
      outcome: 'success',
      ms: 250,
    },
  ]);
});

it.each([
  ['{"content":[],"isError":true}', 'tool-error'],
  ['{"isError": true ,"content":[{"isError":false}]}', 'tool-error'],
  ['{"content":[],"isError":false}', 'success'],
  ['{"content":[{"isError":true}]}', 'success'],
  ['{"isError":null}', 'success'],
  ['7', 'success'],
])('the result %s is %s', (result, outcome) => {
  const { written, audit, begin } = setUp();
  begin(1);
  audit.end(1, createResponse(1, result));
  expect(written).toMatchObject([{ outcome }]);
});

it('tells failures, cancelled calls and those that were never answered apart', () => {
  const { written, audit, begin } = setUp();
  for (const id of [1, 2, 3]) begin(id, `tool-${id}`);
  audit.end(1, createErrorResponse(1, { code: -1, message: 'no' }));
  audit.cancel(2);
  audit.close();
  audit.end(3, createResponse(3, '{}'));
  expect(written.map(({ tool, outcome }) => [tool, outcome])).toEqual([
    ['tool-1', 'failure'],
    ['tool-2', 'cancelled'],
    ['tool-3', 'unanswered'],
  ]);
});

it('writes nothing about what is no call, and never what a call holds', () => {
  const { written, audit, begin } = setUp();
  audit.begin(createRequest(1, 'tools/list'), 'x');
  audit.begin(createNotification('tools/call', { name: 'files__read' }), 'x');
  audit.end(1, createResponse(1, '{}'));
  expect(written).toEqual([]);
  begin(2, { deep: 'hidden' });
  begin(3, 'n'.repeat(5000));
  audit.close();
  expect(JSON.stringify(written)).not.toContain('hidden');
  expect(written[1]?.tool.length).toBe(200);
});

it('puts a name that is no tool under no server', () => {
  const { written, audit, begin } = setUp();
  begin(1, 'files:nothing');
  audit.close();
  expect(written).toMatchObject([{ tool: 'files:nothing' }]);
  expect(written[0]).not.toHaveProperty('server');
});
