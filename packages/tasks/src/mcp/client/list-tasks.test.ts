import { expect, it } from 'vitest';
import type { BackendReply, BackendRequest } from '../../backend-client/task-backend.ts';
import { listTasks } from './list-tasks.ts';

it('tells a backend that filters by due date that a moment without an offset is one of UTC', async () => {
  const paths: string[] = [];
  const backend = {
    send({ path }: BackendRequest): Promise<BackendReply> {
      paths.push(path);
      return Promise.resolve({ status: 200, body: { tasks: [], next_cursor: null, has_more: false } });
    },
    features: () => Promise.resolve({ isDescribed: true, has: () => true, takes: () => true }),
    close: () => Promise.resolve(),
  };
  const { signal } = new AbortController();
  const ids = { user: 'alice', requestId: 'r-1', sessionId: undefined };
  const moment = '2026-11-20T10:00:00';
  await listTasks(
    { backend, ...ids, signal, now: 0, newId: () => 'id' },
    { search: moment, due_before: moment, due_after: '2026-11-01' },
  );
  const [path = ''] = paths;
  expect([...new URL(path, 'http://localhost').searchParams]).toEqual([
    ['search', moment],
    ['due_before', `${moment}Z`],
    ['due_after', '2026-11-01'],
  ]);
});
