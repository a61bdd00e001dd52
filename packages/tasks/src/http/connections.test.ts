import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createFakeClock } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { BackendLimits } from './backend-limits.ts';
import { openTestBackend, TEST_TOKENS } from './open-test-backend.ts';

async function listen(limits: Partial<BackendLimits> = {}): Promise<number> {
  const { backend } = openTestBackend(createFakeClock(), { limits });
  onTestFinished(() => backend.close());
  return (await backend.listen({ host: '127.0.0.1', port: 0 })).port;
}

function open(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

/** All that is sent to a socket until it is closed. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => void (text += part));
  await once(socket, 'close');
  return text;
}

const HALF = 'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{';

it.each([
  ['no token', 'GET /tasks HTTP/1.1\r\nhost: x\r\n\r\n', 401],
  ['no token and half a body', `POST /tasks HTTP/1.1\r\nhost: x\r\n${HALF}`, 401],
  ['half a body to a path that is not there', `POST /nothing HTTP/1.1\r\nhost: x\r\n${HALF}`, 404],
])('closes a connection with %s', async (_what, text, status) => {
  const answer = await readAll(open(await listen(), text));
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\\r\\nconnection: close\\r\\n`, 'i'));
});

it('closes a connection with half a body in time', async () => {
  const head = `POST /tasks HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TEST_TOKENS[0]}\r\nx-user-id: ann\r\n`;
  const answer = await readAll(open(await listen({ headersMs: 100, requestMs: 200 }), head + HALF));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

it('takes no more connections than there may be', async () => {
  const port = await listen({ maxConnections: 1 });
  await once(open(port, ''), 'connect');
  expect(await readAll(open(port, ''))).toBe('');
});
