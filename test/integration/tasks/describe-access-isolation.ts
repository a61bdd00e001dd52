import { createLinkPair, type Frame } from '@toolyard/core';
import {
  createOwnerIdentity,
  createRestBackend,
  createStoreBackend,
  createTaskMcpServer,
  type RestBackend,
} from '@toolyard/tasks';
import { createTestClient, runs, type TestClient } from '@toolyard/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestStore } from './test-stores.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const RUNS = runs(25, 10);
const USERS = ['alice', 'bob', `'OR'1'='1`] as const;
const HOSTILE = [0, -1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e308, 0.5];
const BY_ID = ['get_task', 'update_task', 'mark_task_completed', 'reopen_task', 'delete_task'] as const;

interface Operation {
  readonly user: number;
  readonly tool: (typeof BY_ID)[number] | 'create_task' | 'list_tasks' | 'list_tags' | 'bulk_update_tasks';
  readonly over: 'mcp' | 'rest';
  /** A task of anybody's, or a number that is nobody's. */
  readonly target: number | { readonly hostile: number };
}

const operation: fc.Arbitrary<Operation> = fc.record({
  user: fc.nat(2),
  tool: fc.constantFrom('create_task', 'create_task', 'list_tasks', 'list_tags', 'bulk_update_tasks', ...BY_ID),
  over: fc.constantFrom('mcp', 'rest'),
  target: fc.oneof({ weight: 6, arbitrary: fc.nat(11) }, fc.record({ hostile: fc.constantFrom(...HOSTILE) })),
});

interface Access {
  readonly rest: RestBackend;
  readonly client: TestClient;
}

/** That no user ever meets another one's tasks over REST and MCP, whatever all of them do. */
export function describeAccessIsolation(open: () => Promise<TestStore>): void {
  let test: TestStore;
  let access: Access;
  beforeAll(async () => {
    test = await open();
    access = openAccess(test);
  }, 120_000);
  afterAll(async () => {
    await access.rest.close();
    await test.remove();
  }, 120_000);

  it('keeps three users apart over REST and MCP', async () => {
    const owners = new Map<number, string>();
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 60 }), async (operations) => {
        for (const each of operations) await perform(access, each, owners);
        for (const user of USERS) await compare(access, user, owners);
      }),
      { numRuns: RUNS },
    );
    expect(owners.size).toBeGreaterThan(20);
  }, 300_000);
}

function openAccess({ store, clock }: TestStore): Access {
  let ids = 0;
  const newId = (): string => `id-${(ids += 1)}`;
  const limits = { readsPerMinute: -1, writesPerMinute: -1 };
  const writeLog = (): void => undefined;
  const rest = createRestBackend({ store, serviceTokens: [TOKEN], clock, newId, writeLog, limits, version: '1' });
  const server = createTaskMcpServer({
    backend: createStoreBackend({ store, clock, writeLog }),
    clock,
    newId,
    timeoutMs: 30_000,
    serverInfo: { name: 'tasks', version: '1' },
    onBug(error) {
      throw error;
    },
  });
  const pair = createLinkPair();
  void server.accept(pair.near, createOwnerIdentity());
  return { rest, client: createTestClient(pair.far) };
}

async function perform(access: Access, each: Operation, owners: Map<number, string>): Promise<void> {
  const { tool, target, over } = each;
  const user = USERS[each.user] ?? '';
  const known = [...owners.keys()].slice(-12);
  const id = typeof target === 'number' ? (known[target % Math.max(known.length, 1)] ?? target) : target.hostile;
  const { text, isDone } = await (over === 'mcp' ? askTool(access, tool, id, user) : askRest(access, tool, id, user));
  for (const [, owner] of text.matchAll(/"user_id":"((?:[^"\\]|\\.)*)"/g)) expect(owner).toBe(user);
  // Every title names its owner, so that tasks are known without their user too.
  for (const other of USERS) if (other !== user) expect(text).not.toContain(`of ${other}.`);
  if (tool === 'create_task') {
    expect(isDone, text).toBe(true);
    owners.set(Number(/"id":(\d+)/.exec(text)?.[1]), user);
  } else if (isById(tool)) {
    expect(isDone, `${tool} ${id} by ${user}: ${text}`).toBe(owners.get(id) === user);
    if (isDone && tool === 'delete_task') owners.delete(id);
  }
}

interface Outcome {
  /** All that the user was told. */
  readonly text: string;
  readonly isDone: boolean;
}

async function askTool({ client }: Access, tool: Operation['tool'], id: number, user: string): Promise<Outcome> {
  const args = toArguments(tool, id, user);
  const answer = await client.request('tools/call', { name: tool, arguments: args, _meta: { user_id: user } });
  const { structuredContent, isError } = readResult(answer);
  return { text: JSON.stringify(structuredContent), isDone: !isError };
}

function readResult(answer: Frame): { readonly structuredContent: unknown; readonly isError: boolean } {
  return answer.value('result') as { structuredContent: unknown; isError: boolean };
}

function toArguments(tool: Operation['tool'], id: number, user: string): object {
  if (tool === 'create_task') return { title: `of ${user}.`, tags: [`of ${user}.`] };
  if (tool === 'bulk_update_tasks') return { updates: [{ id, title: `of ${user}.` }] };
  if (tool === 'list_tasks') return { limit: 200 };
  if (tool === 'update_task') return { task_id: id, title: `of ${user}.` };
  return isById(tool) ? { task_id: id } : {};
}

async function askRest({ rest }: Access, tool: Operation['tool'], id: number, user: string): Promise<Outcome> {
  const title = `of ${user}.`;
  const requests: Record<
    Operation['tool'],
    [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object]
  > = {
    create_task: ['POST', '/tasks', { title, tags: [title] }],
    list_tasks: ['GET', '/tasks?limit=200'],
    list_tags: ['GET', '/tags'],
    bulk_update_tasks: ['POST', '/tasks/bulk-update', { updates: [{ id, title }] }],
    get_task: ['GET', `/tasks/${id}`],
    update_task: ['PUT', `/tasks/${id}`, { title }],
    mark_task_completed: ['PATCH', `/tasks/${id}`, { completed: true }],
    reopen_task: ['PATCH', `/tasks/${id}`, { completed: false }],
    delete_task: ['DELETE', `/tasks/${id}`],
  };
  const [method, path, body] = requests[tool];
  const headers = { authorization: `Bearer ${TOKEN}`, 'x-user-id': user };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const typed = body === undefined ? {} : { 'content-type': 'application/json' };
  const reply = await rest.handle({ method, path, headers: { ...headers, ...typed }, ...sent });
  expect(reply.status).toBeLessThan(500);
  return { text: reply.body, isDone: reply.status < 300 };
}

async function compare(access: Access, user: string, owners: ReadonlyMap<number, string>): Promise<void> {
  const { text } = await askTool(access, 'list_tasks', 0, user);
  const { tasks } = JSON.parse(text) as { tasks: { id: number }[] };
  const expected = [...owners].filter(([, owner]) => owner === user).map(([id]) => id);
  const listed = tasks.map(({ id }) => id);
  expect(listed.toSorted((left, right) => left - right)).toEqual(expected);
}

function isById(tool: Operation['tool']): boolean {
  return BY_ID.some((name) => name === tool);
}
