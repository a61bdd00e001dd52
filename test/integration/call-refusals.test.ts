import {
  createLinkPair,
  createRequest,
  ToolyardError,
  type CallRecord,
  type Frame,
  type ToolCall,
} from '@toolyard/core';
import { createGateway } from '@toolyard/gateway';
import { createLocalYard } from '@toolyard/runtime';
import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  createMemoryLog,
  waitUntil,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestCalls } from './open-test-calls.ts';

const signal = new AbortController().signal;
const SECRET = 'hunter2-hunter2';

/** A yard with a server `files` that has the tool `read`, one that is off, and one that never comes up. */
async function openYard() {
  const clock = createFakeClock();
  const log = createMemoryLog();
  const define = () => ({ inputSchema: { type: 'object', required: ['path'] } });
  const yard = createLocalYard({
    configuration: createConfiguration({ files: {}, off: { enabled: false }, slow: {} }, { sessionLimit: 1 }),
    links: createFakeLinkStarter({ files: { tools: ['read'], define }, slow: { tools: ['t'], silent: true } }),
    clock,
    log,
    redactShown: (text) => text.replaceAll(SECRET, '***'),
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  await waitUntil(() => yard.server('files')?.state === 'running');
  const call = (tool: ToolCall['tool'], given: Partial<ToolCall> = {}): Promise<string> =>
    yard.caller
      .call({ tool, arguments: { path: 'a' }, origin: 'document', session: 'note', ...given }, signal)
      .then(({ kind }) => kind, String);
  return { yard, clock, log, call };
}

const summarize = ({ tool, server, origin, session, status, error }: CallRecord) =>
  `${tool} ${server} ${origin} ${session} ${status} ${error?.code ?? '-'}`;

describe('a call that is refused before it is made is in the history', () => {
  it('whatever the reason, and never started', async () => {
    const { yard, call } = await openYard();
    await call('files:nope');
    await call('nobody:read');
    await call('off:read');
    await call('files:read', { arguments: {} });
    await call('files:read');
    await call('files:read');
    await yard.calls.stop();
    await call('files:read', { session: 'other' });
    expect(yard.calls.history().map(summarize)).toEqual([
      'files:nope files document note error tool-not-found',
      'nobody:read nobody document note error server-not-found',
      'off:read off document note error server-unavailable',
      'files:read files document note error arguments-invalid',
      'files:read files document note success -',
      'files:read files document note error session-limit',
      'files:read files document other error call-cancelled',
    ]);
    const started = yard.calls.history().map(({ startedAt }) => startedAt !== undefined);
    expect(started).toEqual([false, false, false, false, true, false, false]);
    expect(yard.calls.active()).toEqual([]);
    await yard.stop();
  });

  it('and of gateway clients too, by the name they asked for', async () => {
    const { yard, clock } = await openYard();
    const gateway = createGateway({
      yard,
      clock,
      log: { write: () => undefined },
      info: { name: 'toolyard', version: '0' },
      newTaskId: () => 'task',
    });
    const { near, far } = createLinkPair();
    const answers: Frame[] = [];
    far.receive((frame) => void answers.push(frame));
    gateway.accept(near);
    const names = ['files__nope', 'off__read', `nope-${SECRET}`, 'x'.repeat(100_000)];
    for (const [id, name] of names.entries()) {
      await far.send(createRequest(id, 'tools/call', { name, arguments: {} }));
      clock.advance(5000);
      await waitUntil(() => answers.some((answer) => answer.id === id));
    }
    const history = yard.calls.history();
    expect(history.slice(0, 3).map(summarize)).toEqual([
      'files__nope files client client-1 error tool-not-found',
      'off__read off client client-1 error server-unavailable',
      'nope-***  client client-1 error tool-not-found',
    ]);
    expect(history.every(({ startedAt }) => startedAt === undefined)).toBe(true);
    expect(JSON.stringify(history)).not.toContain(SECRET);
    expect(JSON.stringify(history[3]).length).toBeLessThan(4000);
    await yard.stop();
  });

  it('and after a stop, of gateway clients too', async () => {
    const { relay, yard, finished } = await openTestCalls();
    await yard.calls.stop();
    const { answers } = relay('write', { session: 'client-7' });
    await waitUntil(() => answers.length === 1);
    expect(finished.map(summarize)).toEqual(['a:write a client client-7 error call-cancelled']);
  });
});

it('a listener that throws keeps no call from its end, and no other listener from hearing of it', async () => {
  const { yard, call, log } = await openYard();
  yard.calls.on(() => {
    throw new Error('a bug of a listener');
  });
  const heard: string[] = [];
  yard.calls.on((event) => void (event.type === 'call-changed' && heard.push(summarize(event.call))));
  expect(await call('files:nope')).toContain('Tool not found: files:nope');
  expect(await call('files:read')).toBe('success');
  await yard.calls.noteRefusal({ tool: 'off:read', origin: 'person' }, new ToolyardError('server-unavailable', 'off'));
  await yard.calls.stop();
  expect(heard.filter((line) => !/ (?:pending|executing) /.test(line))).toEqual([
    'files:nope files document note error tool-not-found',
    'files:read files document note success -',
    'off:read off person person error server-unavailable',
  ]);
  expect(yard.calls.active()).toEqual([]);
  expect(new Set(log.at('error').map((line) => line.split('\n')[0]))).toEqual(
    new Set(['Internal error, please report it: Error: a bug of a listener']),
  );
  await yard.stop();
});

it('a call that waits for its server to start is shown as waiting, and ends with a stop', async () => {
  const { yard, call } = await openYard();
  const waiting = call('slow:t');
  expect(yard.calls.active()).toMatchObject([{ tool: 'slow:t', status: 'pending', session: 'note' }]);
  await yard.calls.stop();
  expect(await waiting).toContain('Execution stopped by user');
  expect(yard.calls.history()).toMatchObject([{ tool: 'slow:t', status: 'cancelled' }]);
  await yard.stop();
});

it('a session that continues has as many calls again, and one that is reset begins anew', async () => {
  const { yard, call } = await openYard();
  expect(await yard.calls.sessionUse('note')).toEqual({ calls: 0, limit: 1 });
  await call('files:read');
  expect(await call('files:read')).toContain('Session execution limit reached (1)');
  expect(await yard.calls.sessionUse('note')).toEqual({ calls: 1, limit: 1 });
  await yard.calls.continueSession('note');
  expect(await call('files:read')).toBe('success');
  await yard.calls.resetSession('note');
  expect(await yard.calls.sessionUse('note')).toEqual({ calls: 0, limit: 1 });
  expect(await call('files:read')).toBe('success');
  expect(await call('files:read', { sessionLimit: 3 })).toBe('success');
  expect(await yard.calls.sessionUse('note')).toEqual({ calls: 2, limit: 3 });
  await yard.stop();
});
