import { expect, it } from 'vitest';
import type { BackendReply, BackendRequest } from '../../backend-client/task-backend.ts';
import { TaskFailure } from '../task-error.ts';
import { updateOneByOne } from './update-one-by-one.ts';

function failureOf(
  reply: (request: BackendRequest) => BackendReply,
  updates: Parameters<typeof updateOneByOne>[1]['updates'],
) {
  const backend = {
    send: async (request: BackendRequest) => reply(request),
    features: async () => ({ isDescribed: false, has: () => false, takes: () => false }),
    close: async () => undefined,
  };
  const { signal } = new AbortController();
  const context = { backend, user: 'alice', requestId: 'r-1', sessionId: undefined, signal, now: 0, newId: () => 'id' };
  return updateOneByOne(context, { updates, dryRun: false }).then(
    () => undefined,
    (error: unknown) => (error instanceof TaskFailure ? error.error : error),
  );
}

it('names the tasks that were changed before it broke off, one that was changed by half too', async () => {
  const reply = ({ method, path }: BackendRequest): BackendReply =>
    method === 'PATCH'
      ? { status: 500 }
      : { status: 200, body: { id: Number(path.slice('/tasks/'.length)), title: 'new', completed: false } };
  const updates = [
    { id: 1, changes: { title: 'new' } },
    { id: 2, changes: { title: 'new', completed: true } },
    { id: 3, changes: { title: 'new' } },
  ];
  expect(await failureOf(reply, updates)).toMatchObject({
    error_type: 'backend_error',
    details: { status: 500, changed_ids: [1, 2] },
  });
});
