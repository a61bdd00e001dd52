import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createFakeTaskStore } from '../../test/create-fake-task-store.ts';
import type { RequestLogLine } from '../operations/request-log-line.ts';
import { createStoreBackend } from './create-store-backend.ts';

it('writes down the session that a request was made in', async () => {
  const clock = createFakeClock();
  const lines: RequestLogLine[] = [];
  const store = createFakeTaskStore(clock);
  const backend = createStoreBackend({ store, clock, writeLog: (line) => void lines.push(line) });
  const { signal } = new AbortController();
  const read = { method: 'GET', path: '/tasks', user: 'ann', requestId: 'r-1' } as const;
  await backend.send({ ...read, sessionId: 'chat-3' }, signal);
  await backend.send(read, signal);
  expect(lines.map((line) => line.session_id)).toEqual(['chat-3', undefined]);
});
