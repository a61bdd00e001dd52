import { ToolyardError, type ToolyardErrorCode } from '@toolyard/core';
import {
  callOf,
  createFakeClock,
  createEngineFixture,
  createHeldTool,
  createHook,
  createSaved,
  type FakeClock,
  type EngineFixture,
  toSuccess,
  toToolError,
  waitUntil,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { HookEngine } from './hook-engine.ts';
import type { RunRecord } from './run-record.ts';

interface Setup {
  readonly fake: EngineFixture;
  readonly clock: FakeClock;
  readonly engine: HookEngine;
  /** Saves a file, and waits for what comes of it. */
  save(): Promise<RunRecord | undefined>;
}

async function set(): Promise<Setup> {
  const clock = createFakeClock();
  const fake = createEngineFixture(clock, [createHook('a', { action: callOf('chat', 'post', 'path') })]);
  const engine = await fake.start();
  const save = async (): Promise<RunRecord | undefined> => {
    const { ended } = await engine.enter([createSaved('a.md')]);
    return (await ended)[0];
  };
  return { fake, clock, engine, save };
}

/** Nobody can look at it. */
const BROKEN: object = new Proxy(
  {},
  {
    get() {
      throw new Error('broken');
    },
  },
);

function failWith(fake: EngineFixture, code: ToolyardErrorCode, message = 'It broke'): void {
  fake.yard.setTool('chat', 'post', () => {
    throw new ToolyardError(code, message);
  });
}

describe('what a call gives', () => {
  it.each([
    ['call-timeout', 'timeout', 'It broke', 1],
    ['call-cancelled', 'cancelled', 'It broke', 1],
    ['connection-lost', 'error', 'It broke', 1],
    ['server-unavailable', 'skipped', 'server unavailable: It broke', 0],
    ['arguments-invalid', 'error', 'It broke', 0],
    ['session-limit', 'error', 'It broke', 0],
  ] as const)('%s is kept as %s', async (code, status, reason, attempts) => {
    const { fake, save } = await set();
    failWith(fake, code);
    expect(await save()).toMatchObject({ status, reason, attempts });
  });

  it('keeps the error of a tool with its text, and that of the protocol with its message', async () => {
    const { fake, save } = await set();
    fake.yard.setTool('chat', 'post', () => toToolError('no such channel'));
    expect(await save()).toMatchObject({ status: 'error', reason: 'no such channel', result: 'no such channel' });
    fake.yard.setTool('chat', 'post', () => ({ kind: 'failure', error: { code: -32603, message: 'internal' } }));
    expect(await save()).toMatchObject({ status: 'error', reason: 'internal' });
  });

  it('keeps how often it was tried', async () => {
    const { fake, save } = await set();
    fake.yard.setTool('chat', 'post', (call) => {
      fake.yard.tellAttempts(call.hook?.run ?? '', 3);
      return toSuccess('at last');
    });
    expect(await save()).toMatchObject({ status: 'success', attempts: 3 });
  });

  it('does not call it skipped that a server went away after a try', async () => {
    const { fake, save } = await set();
    fake.yard.setTool('chat', 'post', (call) => {
      fake.yard.tellAttempts(call.hook?.run ?? '', 2);
      throw new ToolyardError('server-unavailable', 'It is gone');
    });
    expect(await save()).toMatchObject({ status: 'error', reason: 'It is gone', attempts: 2 });
  });

  it('keeps no secret', async () => {
    const { fake, engine } = await set();
    fake.redact = (value): unknown => JSON.parse(JSON.stringify(value).replaceAll('s3cret', '***'));
    fake.yard.setTool('chat', 'post', () => toToolError('s3cret is wrong'));
    await engine.enter([createSaved('s3cret.md')]);
    await engine.idle();
    const [record] = fake.machine.records;
    expect(record).toMatchObject({
      reason: '*** is wrong',
      result: '*** is wrong',
      arguments: { path: '***.md' },
      event: { context: { path: '***.md' } },
    });
    expect(fake.yard.calls[0]?.arguments).toEqual({ path: 's3cret.md' });
  });

  it('keeps no part of a secret where a reason or a value is cut', async () => {
    const { fake, engine } = await set();
    const secret = `s3cret${'x'.repeat(100)}`;
    fake.redact = (value): unknown => JSON.parse(JSON.stringify(value).replaceAll(secret, '***'));
    const waits = createHook('b', { trigger: { event: 'file.saved', if: { message: 'no' } } });
    fake.hooks.push({ hook: waits, source: 'user', file: 'hooks.json' });
    fake.yard.setTool('chat', 'post', () => toToolError(`${'y'.repeat(990)}${secret}${'z'.repeat(60_000)}`));
    const message = `${'m'.repeat(1_048_570)}${secret}`;
    await engine.enter([
      createSaved('a.md', { values: { path: 'a.md', message: secret } }),
      createSaved('a.md', { values: { path: 'a.md', message, data: { x: secret } } }),
    ]);
    await engine.idle();
    expect(JSON.stringify(fake.machine.records)).not.toContain('s3cret');
    const [first, second, third] = fake.machine.records;
    expect(first?.reason).toBe('message is "***", not "no"');
    expect(second?.event.cut).toEqual(['data', 'message']);
    expect(third?.reason).toMatch(/^y{800,}… \(cut; 61096 characters in all\)$/);
    expect(third?.result).toMatch(/^y{990}\*{3}z{15000,}…/);
    expect(third?.event.cut).toEqual(['message']);
  });

  it('ends a run whose result is nested without end, or of which no record can be made', async () => {
    const { fake, engine, save } = await set();
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    fake.yard.setTool('chat', 'post', () => toSuccess(deep));
    expect(await save()).toMatchObject({ status: 'success', result: expect.stringContaining('200000 characters') });
    fake.redact = () => {
      throw new Error('no masks left');
    };
    const { ended } = await engine.enter([createSaved('b.md')]);
    await expect(ended).rejects.toThrow('(a): no masks left');
    await engine.idle();
    expect(fake.told.at(-1)).toMatchObject({ type: 'warning', message: expect.stringContaining('no masks left') });
  });

  it('sends nothing when an argument has no value, or when the tool is not there', async () => {
    const { fake, engine, save } = await set();
    fake.hooks = [
      {
        hook: createHook('a', { action: callOf('chat', 'post', 'commit') }),
        source: 'user',
        file: 'hooks.json',
      },
    ];
    expect(await save()).toMatchObject({ status: 'error', reason: 'commit: "commit" has no value for this event' });
    fake.hooks = [{ hook: createHook('a', { action: callOf('chat', 'shout') }), source: 'user', file: 'hooks.json' }];
    expect(await save()).toMatchObject({ status: 'error', reason: 'server "chat" has no tool "shout"', attempts: 0 });
    expect(fake.yard.calls).toEqual([]);
    expect(fake.yard.refused).toEqual([
      expect.stringMatching(/^chat:post hook:\S+ arguments-invalid$/),
      expect.stringMatching(/^chat:shout hook:\S+ tool-not-found$/),
    ]);
    await engine.idle();
    expect(fake.machine.entries.some(({ type }) => type === 'started')).toBe(false);
  });
});

describe('servers that are not there', () => {
  it.each(['retrying', 'failed', 'needs-login', 'disabled', 'stopped'] as const)(
    'skips one that is %s',
    async (state) => {
      const { fake, save } = await set();
      fake.yard.setServer('chat', { state, reason: 'it exited with code 1' });
      expect(await save()).toMatchObject({
        status: 'skipped',
        reason: `server unavailable: ${state}, it exited with code 1`,
        server: { key: 'chat', state, status: 'unavailable' },
        attempts: 0,
      });
      expect(fake.yard.refused).toEqual([expect.stringMatching(/^chat:post hook:\S+ server-unavailable$/)]);
      fake.yard.setServer('chat', {});
      expect(await save()).toMatchObject({ status: 'success' });
    },
  );

  it('skips one that the configuration does not have', async () => {
    const { fake, save } = await set();
    fake.yard.setServer('chat', undefined);
    expect(await save()).toMatchObject({
      status: 'skipped',
      reason: 'server unavailable: "chat" is not in the configuration',
    });
  });

  it('lets the hooks of other servers run', async () => {
    const { fake, engine } = await set();
    fake.hooks.push({ hook: createHook('b', { action: callOf('files', 'read') }), source: 'user', file: 'hooks.json' });
    fake.yard.setServer('files', {});
    fake.yard.setTool('files', 'read');
    fake.yard.setServer('chat', { state: 'starting' });
    await engine.enter([createSaved('a.md')]);
    await waitUntil(() => fake.machine.records.length === 1);
    expect(fake.machine.records[0]).toMatchObject({ hook: 'b', status: 'success' });
    fake.yard.setServer('chat', { state: 'running' });
    await engine.idle();
    expect(fake.machine.records[1]).toMatchObject({ hook: 'a', status: 'success' });
  });

  it('waits for one that is starting, and takes no place in the pools for it', async () => {
    const { fake } = await set();
    fake.limits = { concurrent: 1, perServer: 1 };
    const engine = await fake.start();
    fake.yard.setServer('chat', { state: 'starting' });
    const { ended } = await engine.enter([createSaved('a.md'), createSaved('b.md')]);
    fake.yard.setServer('chat', { state: 'failed' });
    expect((await ended).map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  });

  it.each(['retrying', 'auto-disabled'] as const)(
    'tries one that is %s again for each event that came since, and once for many',
    async (state) => {
      const { fake, clock, engine, save } = await set();
      const reason = 'it exited with code 1';
      fake.yard.setServer('chat', { state, reason });
      const skipped = { status: 'skipped', reason: `server unavailable: ${state}, ${reason}` };
      const { ended } = await engine.enter(['a', 'b', 'c'].map((path) => createSaved(path)));
      expect(await ended).toMatchObject([skipped, skipped, skipped]);
      expect(fake.yard.revived).toEqual(['chat']);
      clock.advance(30_000);
      fake.yard.revive = async () => fake.yard.setServer('chat', {});
      expect(await save()).toMatchObject({ status: 'success' });
    },
  );

  it('lets one alone for a second after it was tried, while what came meanwhile waits', async () => {
    const { fake, clock, engine, save } = await set();
    fake.yard.setServer('chat', { state: 'retrying' });
    await save();
    clock.advance(400);
    await engine.enter([createSaved('b.md')]);
    await waitUntil(() => clock.pending === 1);
    expect(fake.yard.revived).toEqual(['chat']);
    clock.advance(600);
    await engine.idle();
    expect(fake.yard.revived).toEqual(['chat', 'chat']);
    expect(fake.machine.records.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  });

  it('does not try one again that was tried after the event came', async () => {
    const { fake, clock, save } = await set();
    const now = new Date(clock.now()).toISOString();
    const before = new Date(clock.now() - 1000).toISOString();
    fake.yard.setServer('chat', { state: 'retrying', lastAttemptAt: now });
    await save();
    fake.yard.setServer('chat', { state: 'retrying', lastAttemptAt: before, lastFailureAt: now, phase: 'startup' });
    await save();
    expect(fake.yard.revived).toEqual([]);
    fake.yard.setServer('chat', { state: 'retrying', lastAttemptAt: before, lastFailureAt: now, phase: 'runtime' });
    await save();
    expect(fake.yard.revived).toEqual(['chat']);
  });
});

it('asks a server again after a while when it cannot be waited for', async () => {
  const { fake, clock, engine } = await set();
  fake.yard.setServer('chat', { state: 'starting' });
  fake.yard.settled = () => Promise.reject(new Error('the yard is gone'));
  await engine.enter([createSaved('a.md')]);
  await waitUntil(() => clock.pending === 1);
  fake.yard.setServer('chat', {});
  clock.advance(1000);
  await engine.idle();
  expect(fake.machine.records).toMatchObject([{ status: 'success' }]);
});

describe('the circuit breaker', () => {
  const OPEN = 'server unavailable: 3 failures in a row, tried again at 2026-01-01T00:00:30.000Z';

  async function open(code: ToolyardErrorCode = 'call-timeout'): Promise<Setup> {
    const setup = await set();
    failWith(setup.fake, code);
    for (let failures = 0; failures < 3; failures++) await setup.save();
    return setup;
  }

  it.each(['call-timeout', 'connection-lost', 'server-unavailable'] as const)(
    'opens after three times %s',
    async (code) => {
      const { fake, save } = await open(code);
      expect(await save()).toMatchObject({ status: 'skipped', reason: OPEN, attempts: 0 });
      expect(fake.yard.calls).toHaveLength(3);
    },
  );

  it('stays closed when tools fail, and when there was a success in between', async () => {
    const { fake, save } = await set();
    fake.yard.setTool('chat', 'post', () => toToolError('no'));
    for (let failures = 0; failures < 5; failures++) await save();
    failWith(fake, 'call-timeout');
    await save();
    await save();
    fake.yard.setTool('chat', 'post');
    await save();
    failWith(fake, 'call-timeout');
    await save();
    expect(await save()).toMatchObject({ status: 'timeout' });
    expect(fake.yard.calls).toHaveLength(10);
  });

  it('lets one run try after half a minute, while the others wait for what comes of it', async () => {
    const { fake, clock, engine } = await open();
    clock.advance(30_000);
    const { tool, held } = createHeldTool();
    fake.yard.setTool('chat', 'post', tool);
    await engine.enter(['a', 'b', 'c'].map((path) => createSaved(path)));
    await waitUntil(() => held.length === 1);
    fake.yard.setTool('chat', 'post');
    held[0]?.end(toSuccess('back'));
    await engine.idle();
    expect(fake.machine.records.slice(3).map(({ status }) => status)).toEqual(['success', 'success', 'success']);
    expect(fake.yard.calls).toHaveLength(6);
  });

  it('stays open when that run fails too', async () => {
    const { clock, save } = await open();
    clock.advance(30_000);
    expect(await save()).toMatchObject({ status: 'timeout' });
    expect(await save()).toMatchObject({ status: 'skipped' });
  });

  it.each([
    ['gives no answer', (fake: EngineFixture) => failWith(fake, 'arguments-invalid')],
    ['breaks', (fake: EngineFixture) => fake.yard.setTool('chat', 'post', undefined, { inputSchema: BROKEN })],
  ])('lets the next run try when that run %s', async (_title, spoil) => {
    const { fake, clock, save } = await open();
    clock.advance(30_000);
    spoil(fake);
    expect(await save()).toMatchObject({ status: 'error' });
    fake.yard.setTool('chat', 'post');
    expect(await save()).toMatchObject({ status: 'success' });
  });

  it('stays open for a server that has been there all the time', async () => {
    const { fake, clock, save } = await open();
    fake.yard.setServer('chat', { lastConnectedAt: new Date(clock.now() - 1000).toISOString() });
    expect(await save()).toMatchObject({ status: 'skipped', reason: OPEN });
  });

  it('closes for a server that is back', async () => {
    const { fake, save } = await open();
    fake.yard.setTool('chat', 'post');
    fake.yard.setServer('chat', { state: 'retrying' });
    await save();
    fake.yard.setServer('chat', { state: 'running' });
    expect(await save()).toMatchObject({ status: 'success' });
  });

  it('closes for a server that came back while nobody looked', async () => {
    const { fake, clock, save } = await open('connection-lost');
    fake.yard.setTool('chat', 'post');
    clock.advance(5000);
    fake.yard.setServer('chat', { lastConnectedAt: new Date(clock.now() - 1000).toISOString() });
    expect(await save()).toMatchObject({ status: 'success' });
  });
});
