import { createErrorResponse, createNotification, createRequest, createResponse, type Frame } from '@toolyard/core';
import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { openAudit, type AuditedCall, type OpenAudit } from './open-audit.ts';

function setUp() {
  const clock = createFakeClock();
  const written: AuditedCall[] = [];
  const host = {
    clock,
    toToolId: (name: string) => (name === 'files__read' ? 'files:read' : undefined),
    audit: (call: AuditedCall) => void written.push(call),
  };
  const open = (request: Frame, requestId = 'x'): OpenAudit | undefined =>
    openAudit(request, { session: 'abcdefgh', client: 'test', requestId }, host);
  const begin = (id: number, name: unknown = 'files__read'): OpenAudit | undefined =>
    open(createRequest(id, 'tools/call', { name, arguments: { secret: 'hidden' } }), `request-${id}`);
  return { clock, written, open, begin };
}

it('writes a call down when it is answered', () => {
  const { clock, written, begin } = setUp();
  const call = begin(1);
  clock.advance(250);
  expect(written).toEqual([]);
  call?.answer(createResponse(1, '{"content":[]}'));
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
  const { written, begin } = setUp();
  begin(1)?.answer(createResponse(1, result));
  expect(written).toMatchObject([{ outcome }]);
});

it('tells failures, cancelled calls and those that were never answered apart', () => {
  const { written, begin } = setUp();
  const [first, second, third] = [1, 2, 3].map((id) => begin(id, `tool-${id}`));
  first?.answer(createErrorResponse(1, { code: -1, message: 'no' }));
  second?.end('cancelled');
  for (const call of [first, second, third]) call?.end('unanswered');
  third?.answer(createResponse(3, '{}'));
  expect(written.map(({ tool, outcome }) => [tool, outcome])).toEqual([
    ['tool-1', 'failure'],
    ['tool-2', 'cancelled'],
    ['tool-3', 'unanswered'],
  ]);
});

it('writes nothing about what is no call, and never what a call holds', () => {
  const { written, open, begin } = setUp();
  expect(open(createRequest(1, 'tools/list'))).toBeUndefined();
  expect(open(createNotification('tools/call', { name: 'files__read' }))).toBeUndefined();
  expect(written).toEqual([]);
  begin(2, { deep: 'hidden' })?.end('unanswered');
  begin(3, 'n'.repeat(5000))?.end('unanswered');
  expect(JSON.stringify(written)).not.toContain('hidden');
  expect(written[1]?.tool.length).toBe(200);
});

it('puts a name that is no tool under no server', () => {
  const { written, begin } = setUp();
  begin(1, 'files:nothing')?.end('unanswered');
  expect(written).toMatchObject([{ tool: 'files:nothing' }]);
  expect(written[0]).not.toHaveProperty('server');
});
