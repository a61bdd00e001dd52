import { once } from 'node:events';
import { createFakeClock, openRawSocket, readUntilClosed } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { BackendLimits } from './backend-limits.ts';
import { openTestBackend, TEST_TOKENS } from '../../test/open-test-backend.ts';

async function listen(limits: Partial<BackendLimits> = {}): Promise<number> {
  const { backend } = openTestBackend(createFakeClock(), { limits });
  onTestFinished(() => backend.close());
  return (await backend.listen({ host: '127.0.0.1', port: 0 })).port;
}

const HALF = 'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{';

it.each([
  ['no token', 'GET /tasks HTTP/1.1\r\nhost: x\r\n\r\n', 401],
  ['no token and half a body', `POST /tasks HTTP/1.1\r\nhost: x\r\n${HALF}`, 401],
  ['half a body to a path that is not there', `POST /nothing HTTP/1.1\r\nhost: x\r\n${HALF}`, 404],
])('closes a connection with %s', async (_what, text, status) => {
  const answer = await readUntilClosed(openRawSocket(await listen(), text));
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\\r\\nconnection: close\\r\\n`, 'i'));
});

it('closes a connection with half a body in time', async () => {
  const head = `POST /tasks HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TEST_TOKENS[0]}\r\nx-user-id: ann\r\n`;
  const answer = await readUntilClosed(openRawSocket(await listen({ headersMs: 100, requestMs: 200 }), head + HALF));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

it('takes no more connections than there may be', async () => {
  const port = await listen({ maxConnections: 1 });
  await once(openRawSocket(port, ''), 'connect');
  expect(await readUntilClosed(openRawSocket(port, ''))).toBe('');
});
