import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'vitest';
import {
  ask,
  HEADERS,
  openSession,
  readEvents,
  readMessages,
  type RawSession,
} from '../../integration/http/open-front.ts';
import { createMarker, createYardFolder, fixture } from '../harness/create-yard-folder.ts';
import { startHttp } from './start-http.ts';

/** A Toolyard over HTTP, and a client of it. */
export async function setUp() {
  const marker = createMarker();
  const place = createYardFolder(
    { echo: fixture('echo'), big: fixture('big-result'), doomed: fixture('echo', [], marker) },
    // How sessions take turns for slots is not what this is about.
    { listWaitMs: 30_000, retryDelaysMs: [100, 100, 100], concurrentLimit: -1 },
  );
  const { url } = await startHttp(place);
  const origin = new URL(url).origin;
  const session = await openSession(origin);
  await readEvents(await session.post(ask('list', 'tools/list')));
  return { origin, port: Number(new URL(url).port), session, marker };
}

/** How many sessions there are. */
export async function sessionsAt(origin: string): Promise<number> {
  const { sessions } = (await (await fetch(`${origin}/readyz`)).json()) as { sessions: number };
  return sessions;
}

const LIMIT_MS = 1000;
/** Here, in the gateway, in the server, and back again. */
const HOPS = 4;

/**
 * Calls one after the other until it is told to stop; fails where a call took longer than it may. What the machine keeps this process
 * waiting for is added for each process on the way, since it does so to all of them.
 */
export function callSteadily(session: RawSession): () => Promise<void> {
  const stop = new AbortController();
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const run = async (): Promise<void> => {
    let slowest = 0;
    let calls = 0;
    while (!stop.signal.aborted || calls < 20) {
      const startedAt = performance.now();
      const params = { name: 'echo__echo', arguments: { text: `call ${calls}` } };
      const [answer] = await readMessages(await session.post(ask(++calls, 'tools/call', params)));
      expect(answer).toMatchObject({ result: { content: [{ text: `call ${calls - 1}` }] } });
      slowest = Math.max(slowest, performance.now() - startedAt);
    }
    delays.disable();
    expect(slowest).toBeLessThan(LIMIT_MS + (HOPS * delays.max) / 1e6);
  };
  const running = run();
  return () => {
    stop.abort();
    return running;
  };
}

/** So many sessions that do nothing hold up nobody, and can be ended. */
export async function expectIdleHarmless(count: number): Promise<void> {
  const { origin, session } = await setUp();
  const stop = callSteadily(session);
  const idle: RawSession[] = [];
  for (let round = 0; round < count / 50; round++) {
    idle.push(...(await Promise.all(Array.from({ length: 50 }, () => openSession(origin)))));
  }
  expect(await sessionsAt(origin)).toBe(count + 1);
  await stop();
  for (const { id } of idle) {
    await fetch(`${origin}/mcp`, { method: 'DELETE', headers: { ...HEADERS, 'mcp-session-id': id } });
  }
  expect(await sessionsAt(origin)).toBe(1);
}
