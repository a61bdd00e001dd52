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

  it('knows which conversation asked for a call, and who decided about it, also where it was denied', async () => {
    const { yard } = await open();
    await yard.settled({ signal });
    const asked = { origin: 'assistant', session: 'chat', conversation: 'c1' } as const;
    await call(yard, 'files:read', { ...asked, approval: 'remembered' });
    const why = new ToolyardError('call-denied', 'The user denied this call');
    await yard.calls.noteRefusal({ tool: 'files:write', ...asked, approval: 'denied' }, why);
    await waitUntil(() => yard.calls.history().length === 2);
    expect(yard.calls.history().map(({ conversation, approval }) => [conversation, approval])).toEqual([
      ['c1', 'remembered'],
      ['c1', 'denied'],
    ]);
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
    // So many that somebody who joined cannot be told of all their ends as fast as they happen.
    const waiting = Array.from({ length: 100 }, () => call(yard, 'files:wait').catch(String));
    await waitUntil(() => yard.calls.active().length === waiting.length);
    const told: string[] = [];
    yard.calls.on(({ type }) => void (type === 'call-changed' || told.push(type)));
    await yard.calls.stop();
    expect(yard.calls.isStopped()).toBe(true);
    expect(yard.calls.active()).toEqual([]);
    for (const end of await Promise.all(waiting)) expect(end).toContain('Execution stopped by user');
    await yard.calls.resume();
    expect(yard.calls.isStopped()).toBe(false);
    expect((await call(yard, 'files:read')).kind).toBe('success');
    await waitUntil(() => told.length === 2);
    expect(told).toEqual(['calls-stopped', 'calls-resumed']);
  });

  it('counts the calls of a session, and lets it continue or begin anew', async () => {
    const { yard } = await open();
    await yard.settled({ signal });
    const once = { session: 'note', sessionLimit: 1 };
    await call(yard, 'files:read', once);
    await expect(call(yard, 'files:read', once)).rejects.toMatchObject({ code: 'session-limit' });
    expect(await yard.calls.sessionUse('note')).toEqual({ calls: 1, limit: 1 });
    await yard.calls.continueSession('note');
    await call(yard, 'files:read', once);
    await expect(call(yard, 'files:read', once)).rejects.toMatchObject({ code: 'session-limit' });
    await yard.calls.resetSession('note');
    expect((await yard.calls.sessionUse('note')).calls).toBe(0);
    await call(yard, 'files:read', once);
  });

  it('forgets a call at its session limit that may be made again', async () => {
    const { yard } = await open();
    await yard.settled({ signal });
    const told: string[] = [];
    yard.calls.on((event) => void told.push(event.type === 'call-changed' ? event.call.status : event.type));
    const none = { session: 'note', sessionLimit: 0, isWithdrawnAtLimit: true };
    await expect(call(yard, 'files:read', none)).rejects.toMatchObject({ code: 'session-limit' });
    await waitUntil(() => told.includes('call-withdrawn'));
    expect(told).toEqual(['pending', 'session-limit-reached', 'call-withdrawn']);
    expect([...yard.calls.active(), ...yard.calls.history()]).toEqual([]);
  });

  it('keeps what was refused in its history, also what was never submitted', async () => {
    const { yard } = await open();
    await yard.settled({ signal });
    await call(yard, 'files:none').catch(() => undefined);
    const document = { path: 'note.md', line: 3 };
    const why = new ToolyardError('server-unavailable', 'Server off is disabled');
    const refused = {
      tool: 'off:read',
      arguments: { path: 'a' },
      origin: 'document',
      session: 'note',
      document,
    } as const;
    await yard.calls.noteRefusal(refused, why);
    const error = { code: 'server-unavailable', message: 'Server off is disabled' };
    await waitUntil(() => yard.calls.history().length === 2);
    expect(yard.calls.history()).toMatchObject([
      { tool: 'files:none', origin: 'person', status: 'error', error: { message: 'Tool not found: files:none' } },
      {
        tool: 'off:read',
        server: 'off',
        parameters: { path: 'a' },
        origin: 'document',
        session: 'note',
        document,
        status: 'error',
        error,
      },
    ]);
    expect(yard.calls.history().map(({ startedAt }) => startedAt)).toEqual([undefined, undefined]);
  });
}
