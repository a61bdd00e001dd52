import { ToolyardError, type CallRecord, type ToolCall, type Yard, type YardEvent } from '@toolyard/core';
import { expect, it } from 'vitest';
import type { FakeServerOptions } from '../link/fake-server.ts';
import { waitUntil } from '../clock/wait-until.ts';

/** A yard to be tested, and what the test may do to its servers. */
export interface YardUnderTest {
  readonly yard: Yard;
  /** Ends a server the way a crash would. */
  crash(key: string, reason: string): void;
  /** Lets a server offer other tools. */
  offer(key: string, tools: readonly string[]): void;
}

/** The servers that the yard under test must have. */
export const YARD_SERVERS: Readonly<Record<string, FakeServerOptions>> = {
  files: {
    tools: ['read', 'write', 'wait', 'fail', 'refuse'],
    call: (name) =>
      name === 'wait'
        ? undefined
        : JSON.stringify({ content: [{ type: 'text', text: name }], isError: name === 'fail', n: 1 }),
  },
  web: { tools: ['get'] },
};

const signal = new AbortController().signal;
const call = (yard: Yard, tool: ToolCall['tool'], more: Partial<ToolCall> = {}, by = signal) =>
  yard.caller.call({ tool, arguments: {}, origin: 'person', ...more }, by);

/** What every implementation of `Yard` promises. */
export function describeYard(open: () => Promise<YardUnderTest>): void {
  it('knows its servers and what they offer, in order', async () => {
    const { yard } = await open();
    await yard.settled({ signal });
    expect(yard.servers().map(({ key, state, tools }) => [key, state, tools])).toEqual([
      ['files', 'running', 5],
      ['web', 'running', 1],
    ]);
    expect(yard.catalogue.list('tools').map((entry) => entry.id)).toEqual([
      'files:read',
      'files:write',
      'files:wait',
      'files:fail',
      'files:refuse',
      'web:get',
    ]);
    expect(yard.catalogue.find('tools', 'web:get')).toMatchObject({ server: 'web', name: 'get', kind: 'tools' });
  });

  it('calls tools and tells success from tool errors', async () => {
    const { yard } = await open();
    await yard.settled({ signal });
    expect(await call(yard, 'files:read')).toMatchObject({
      kind: 'success',
      json: '{"content":[{"type":"text","text":"read"}],"isError":false,"n":1}',
    });
    expect(await call(yard, 'files:fail')).toMatchObject({ kind: 'tool-error', result: { isError: true } });
  });

  it('throws a ToolyardError with its code where there is no answer', async () => {
    const { yard } = await open();
    await yard.settled({ signal });
    const codeOf = (error: unknown): string => (ToolyardError.is(error) ? error.code : String(error));
    expect(await call(yard, 'files:none').catch(codeOf)).toBe('tool-not-found');
    expect(await call(yard, 'nobody:x').catch(codeOf)).toBe('server-not-found');
    const stop = new AbortController();
    const waiting = call(yard, 'files:wait', {}, stop.signal).catch(codeOf);
    await waitUntil(() => yard.calls.active().some((one) => one.status === 'executing'));
    stop.abort();
    expect(await waiting).toBe('call-cancelled');
    await waitUntil(() => yard.calls.history().some((one) => one.status === 'cancelled'));
  });

  it('knows which run of which hook asked for a call, and how often it was tried', async () => {
    const { yard } = await open();
    await yard.settled({ signal });
    const told: CallRecord[] = [];
    yard.calls.on((event) => event.type === 'call-changed' && void told.push(event.call));
    const hook = { hook: 'announce', run: 'run-1' };
    await call(yard, 'files:read', { origin: 'hook', session: 'hook:1', hook });
    await waitUntil(() => told.some((one) => one.status === 'success'));
    expect(told.map((one) => [one.hook, one.retryAttempt])).toEqual(told.map(() => [hook, 0]));
    expect(yard.calls.history().map((one) => one.hook)).toEqual([hook]);
  });

  it('tells of a crash, of other tools and of switches', async () => {
    const { yard, crash, offer } = await open();
    await yard.settled({ signal });
    const events: YardEvent[] = [];
    yard.on((event) => events.push(event));
    offer('web', ['get', 'post']);
    await waitUntil(() => yard.catalogue.find('tools', 'web:post') !== undefined);
    crash('files', 'exited with code 1');
    await waitUntil(() => yard.server('files')?.state === 'retrying');
    await waitUntil(() => yard.catalogue.list('tools').length === 2);
    await yard.disable('web');
    expect(yard.server('web')?.state).toBe('disabled');
    await yard.enable('web');
    await waitUntil(() => yard.server('web')?.state === 'running');
    expect(new Set(events.map((event) => event.type))).toEqual(new Set(['catalogue-changed', 'server-changed']));
  });

  it('stops all calls and takes new ones after resume', async () => {
    const { yard } = await open();
    await yard.settled({ signal });
    const waiting = call(yard, 'files:wait').catch((error: unknown) => String(error));
    await waitUntil(() => yard.calls.active().length === 1);
    yard.calls.stop();
    expect(await waiting).toContain('Execution stopped by user');
    yard.calls.resume();
    await waitUntil(() => !yard.calls.isStopped());
    expect((await call(yard, 'files:read')).kind).toBe('success');
  });
}
