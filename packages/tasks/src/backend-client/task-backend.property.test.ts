import { createFakeClock, runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeTaskStore } from '../../test/create-fake-task-store.ts';
import { openOverHttp, openOverStore, type OpenBackend } from '../../test/open-test-backends.ts';
import type { BackendRequest, TaskBackend } from './task-backend.ts';

type Asked = Omit<BackendRequest, 'user' | 'requestId'>;

const TITLES = ['Buy milk', '', ' ', 'x'.repeat(201), '\0', 'Ünïcode 😀', '__proto__'];
const DATES = ['2026-02-01', '2026-02-30', '2026-02-01T10:00:00+01:00', null];

const id = fc.oneof({ weight: 5, arbitrary: fc.nat(6) }, fc.constantFrom(-1, 0.5, 1e308, 2 ** 53));
const content = fc.record<Record<string, unknown>>(
  {
    title: fc.oneof(fc.constantFrom(...TITLES), fc.jsonValue({ maxDepth: 1 })),
    description: fc.constantFrom<unknown>('two litres', null, undefined, 7),
    priority: fc.constantFrom('Low', 'Urgent', 'urgent'),
    due_date: fc.constantFrom(...DATES),
    tags: fc.constantFrom<unknown>(['home'], ['home', 'home'], [''], 'home', null),
    completed: fc.boolean(),
    colour: fc.constant('red'),
  },
  { requiredKeys: [] },
);
const conditions = fc.record(
  { idempotencyKey: fc.constantFrom('k1', 'k2', 'two words'), ifVersion: fc.nat(3) },
  { requiredKeys: [] },
);
const query = fc
  .record(
    {
      status: fc.constantFrom('all', 'open', 'done'),
      limit: fc.constantFrom('1', '2', '0', 'x'),
      sort: fc.constantFrom('title', 'due_date', 'nothing'),
      fields: fc.constantFrom('title', 'title,tags', 'colour'),
      tags: fc.constantFrom('home', 'home,shop'),
      search: fc.constantFrom('milk', '%', ''),
      cursor: fc.constant('nonsense'),
    },
    { requiredKeys: [] },
  )
  .map((given) => new URLSearchParams(given).toString());

const asked: fc.Arbitrary<Asked> = fc.oneof(
  fc.tuple(content, conditions).map(([body, once]): Asked => ({ method: 'POST', path: '/tasks', body, ...once })),
  fc.record({ title: fc.constant('Buy milk') }).map((body): Asked => ({ method: 'POST', path: '/tasks', body })),
  query.map((text): Asked => ({ method: 'GET', path: `/tasks?${text}` })),
  id.map((at): Asked => ({ method: 'GET', path: `/tasks/${at}` })),
  fc
    .tuple(fc.constantFrom('PUT', 'PATCH'), id, content, conditions)
    .map(([method, at, body, once]): Asked => ({ method, path: `/tasks/${at}`, body, ...once })),
  fc.tuple(id, conditions).map(([at, once]): Asked => ({ method: 'DELETE', path: `/tasks/${at}`, ...once })),
  fc
    .tuple(fc.array(fc.tuple(id, content), { maxLength: 3 }), fc.constantFrom<unknown>(true, false, 'yes'), conditions)
    .map(([changes, isDry, once]): Asked => {
      const updates = changes.map(([at, change]) => ({ id: at, ...change }));
      return { method: 'POST', path: '/tasks/bulk-update', body: { updates, dry_run: isDry }, ...once };
    }),
  fc.constantFrom<Asked>(
    { method: 'GET', path: '/tags' },
    { method: 'GET', path: '/summary' },
    { method: 'PUT', path: '/tags', body: {} },
    { method: 'GET', path: '/tasks/bulk-update' },
    { method: 'GET', path: '/tasks/1/more' },
  ),
);

const { signal } = new AbortController();
const clock = createFakeClock();
const backends: TaskBackend[] = [];
beforeAll(async () => {
  const openOne = async (open: OpenBackend): Promise<TaskBackend> =>
    open({ store: createFakeTaskStore(clock), clock, writeLog: () => undefined });
  backends.push(await openOne(openOverHttp), await openOne(openOverStore));
});
afterAll(async () => {
  for (const backend of backends) await backend.close();
});

it('says the same to the letter on the store as over HTTP, whatever it is asked', async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 5, maxLength: 20 }), async (history) => {
      clock.advance(1000);
      for (const each of history) {
        const request = { ...each, user: 'ann', requestId: 'request-1' };
        const [far, near] = await Promise.all(backends.map(async (backend) => backend.send(request, signal)));
        // As texts, since results are shown as such.
        expect(JSON.stringify(near), JSON.stringify(request)).toBe(JSON.stringify(far));
        seen.add(near?.status ?? 0);
      }
    }),
    { numRuns: runs(500, 25) },
  );
  expect([...seen]).toEqual(expect.arrayContaining([200, 201, 404, 405, 422]));
});
