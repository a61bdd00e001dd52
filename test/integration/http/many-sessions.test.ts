import { Agent, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createFakeClock, waitUntil } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { handshake, HEADERS, openFront } from './open-front.ts';

const SESSIONS = 5000;
const ALLOWED_BYTES = 10_000_000;

/** The bytes on the heap after a forced collection. */
function measureHeap(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('no collection can be forced');
  collect();
  return process.memoryUsage().heapUsed;
}

it('forgets 5,000 idle sessions when their time is over', async () => {
  const clock = createFakeClock();
  const { front, port, accepted } = await openFront({ clock });
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  onTestFinished(() => agent.destroy());
  const open = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const sent = request({ agent, port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers: HEADERS });
      sent.once('error', reject);
      sent.once('response', (answer) => answer.resume().once('end', resolve));
      sent.end(handshake());
    });
  await open();
  const before = measureHeap();
  const timers = clock.pending;
  for (let opened = 1; opened < SESSIONS; opened += 49) await Promise.all(Array.from({ length: 49 }, open));
  expect(front.sessions).toBeGreaterThanOrEqual(SESSIONS);
  clock.advance(31 * 60_000);
  await waitUntil(() => front.sessions === 0);
  await accepted.at(-1)?.link.closed;
  expect(accepted.every(({ end }) => end === 'was idle for too long')).toBe(true);
  accepted.length = 0;
  expect(clock.pending).toBe(timers);
  expect(measureHeap() - before).toBeLessThan(ALLOWED_BYTES);
});
