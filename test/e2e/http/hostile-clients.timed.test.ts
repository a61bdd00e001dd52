import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { findProcesses, waitUntil } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, openSession, readMessages } from '../../integration/http/open-front.ts';
import { callSteadily, expectIdleHarmless, sessionsAt, setUp } from './call-steadily.ts';

const MB = 1_000_000;

function open(port: number, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

function post(port: number, session: string, more: string): string {
  const head = `POST /mcp HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: application/json\r\naccept: text/event-stream\r\n`;
  return `${head}mcp-session-id: ${session}\r\n${more}`;
}

describe('while a good client calls, calls take less than a second and none fails', () => {
  it('with bodies that never end and sockets that are half closed', async () => {
    const { port, session } = await setUp();
    const stop = callSteadily(session);
    const sockets = Array.from({ length: 50 }, () =>
      open(port, post(port, session.id, `transfer-encoding: chunked\r\n\r\n5\r\n[1,2,\r\n`)),
    );
    for (const socket of sockets.slice(0, 25)) socket.end();
    await Promise.all(sockets.slice(0, 25).map((socket) => once(socket.resume(), 'close')));
    await stop();
  });

  it('with clients that ask for much and read nothing, which are cut off', async () => {
    const { origin, port, session } = await setUp();
    const stop = callSteadily(session);
    const greedy = await Promise.all(Array.from({ length: 3 }, () => openSession(origin)));
    expect(await sessionsAt(origin)).toBe(4);
    for (const { id } of greedy) {
      for (let n = 0; n < 12; n++) {
        const body = ask(n, 'tools/call', { name: 'big__big', arguments: { bytes: 5 * MB } });
        open(port, post(port, id, `content-length: ${body.length}\r\n\r\n${body}`));
      }
    }
    await waitUntilAsync(async () => (await sessionsAt(origin)) === 1);
    await stop();
  });

  it('with a server that is killed again and again', async () => {
    const { origin, session, marker } = await setUp();
    const stop = callSteadily(session);
    const other = await openSession(origin);
    for (let round = 0; round < 3; round++) {
      await waitUntil(() => findProcesses(marker).length > 0, 20_000);
      const answers = Array.from({ length: 20 }, async (_, n) => {
        const params = { name: 'doomed__echo', arguments: { text: 'x' } };
        return readMessages(await other.post(ask(`${round}-${n}`, 'tools/call', params)));
      });
      for (const pid of findProcesses(marker)) process.kill(pid, 'SIGKILL');
      for (const answer of await Promise.all(answers)) expect(answer).toMatchObject([{ result: { content: [{}] } }]);
    }
    await stop();
  });

  it('with 200 sessions that do nothing', () => expectIdleHarmless(200));
});

async function waitUntilAsync(isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('not true within 20 s');
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
}
