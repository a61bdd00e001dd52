import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinkPair } from '@toolyard/core';
import { createHookEngineClient, type Entered, type HookEngine, type NewEvent, type RunRecord } from '@toolyard/hooks';
import { joinYard } from '@toolyard/node';
import { createFakeClock, exampleRecord, waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngineHost, acquireEngine } from './acquire-engine.ts';

const signal = new AbortController().signal;
const EVENT: NewEvent = { id: 'e-1', name: 'webhook', values: {} };

/** An engine whose events are taken and ended by the test. */
function createFakeEngine() {
  const taken: NewEvent[] = [];
  const waiting: ((entered: Entered) => void)[] = [];
  let end: (records: readonly RunRecord[]) => void = () => undefined;
  let isBusy = false;
  let rest: () => void = () => undefined;
  const engine: HookEngine = {
    marks: () => new Map(),
    mark: async () => undefined,
    enter(events) {
      taken.push(...events);
      return new Promise((resolve) => waiting.push(resolve));
    },
    idle: () => (isBusy ? new Promise((resolve) => (rest = resolve)) : Promise.resolve()),
    stop: async () => undefined,
  };
  return {
    engine,
    taken,
    take(): void {
      isBusy = true;
      const ended = new Promise<readonly RunRecord[]>((resolve) => (end = resolve));
      for (const resolve of waiting.splice(0)) resolve({ ended });
    },
    end(): void {
      isBusy = false;
      end([exampleRecord()]);
      rest();
    },
  };
}

describe('the host of an engine', () => {
  it('wait until there is one', async () => {
    const host = createEngineHost();
    const { engine, taken, take, end } = createFakeEngine();
    const pair = createLinkPair();
    host.welcome(pair.near);
    const entered = createHookEngineClient(pair.far, createFakeClock()).enter(EVENT, signal);
    await new Promise((resolve) => void setImmediate(resolve));
    expect(taken).toEqual([]);
    host.serve(engine);
    await waitUntil(() => taken.length === 1);
    take();
    end();
    expect(await entered).toEqual([exampleRecord()]);
  });

  it('are answered before it is quiet, and are not taken after that', async () => {
    const host = createEngineHost();
    const { engine, taken, take, end } = createFakeEngine();
    host.serve(engine);
    const pair = createLinkPair();
    host.welcome(pair.near);
    const client = createHookEngineClient(pair.far, createFakeClock());
    const entered = client.enter(EVENT, signal);
    await waitUntil(() => taken.length === 1);
    let isQuiet = false;
    const quiet = host.becomeQuiet().then(() => (isQuiet = true));
    take();
    await new Promise((resolve) => void setImmediate(resolve));
    expect(isQuiet).toBe(false);
    end();
    await quiet;
    await entered;
    const late = client.enter({ ...EVENT, id: 'e-2' }, signal).catch((error: unknown) => error);
    await pair.near.close();
    expect(await late).toMatchObject({ code: 'socket-unavailable' });
    expect(taken.map(({ id }) => id)).toEqual(['e-1']);
  });

  it('go on with the next engine after a pause', async () => {
    const host = createEngineHost();
    const [one, two] = [createFakeEngine(), createFakeEngine()];
    host.serve(one.engine);
    host.pause();
    const pair = createLinkPair();
    host.welcome(pair.near);
    const entered = createHookEngineClient(pair.far, createFakeClock()).enter(EVENT, signal);
    host.serve(two.engine);
    await waitUntil(() => two.taken.length === 1);
    two.take();
    two.end();
    await entered;
    expect(one.taken).toEqual([]);
  });

  it('keep the next engine when the one before becomes quiet later', async () => {
    const host = createEngineHost();
    const [one, two] = [createFakeEngine(), createFakeEngine()];
    host.serve(one.engine);
    one.take();
    const quiet = host.becomeQuiet();
    await new Promise((resolve) => void setImmediate(resolve));
    host.serve(two.engine);
    one.end();
    await quiet;
    const pair = createLinkPair();
    host.welcome(pair.near);
    const entered = createHookEngineClient(pair.far, createFakeClock()).enter(EVENT, signal);
    await waitUntil(() => two.taken.length === 1);
    two.take();
    two.end();
    expect(await entered).toEqual([exampleRecord()]);
  });
});

describe('the right to an engine', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'ty-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('belongs to one at a time, and is there again when it was given away', async () => {
    const path = join(folder, 'own', 'a.sock');
    const first = await acquireEngine(path);
    expect(first).toBeDefined();
    expect(await acquireEngine(path)).toBeUndefined();
    const link = await joinYard(path);
    await Promise.all([first?.release(), first?.release()]);
    expect(await link?.closed).toMatchObject({ expected: false });
    const second = await acquireEngine(path);
    expect(second).toBeDefined();
    await second?.release();
  });
});
