import type { Clock } from '@toolyard/core';
import { applyTaskChanges } from '../src/domain/apply-task-changes.ts';
import type { Task } from '../src/domain/task.ts';
import type {
  ChangeResult,
  IdempotencyKey,
  PersonalToken,
  RemoveResult,
  TaskStore,
  TaskWriter,
  TokenStore,
  WriteResult,
} from '../src/domain/task-store.ts';
import { countTags, summarize } from '../src/domain/count-tasks.ts';
import { findPage } from '../src/domain/find-page.ts';

const KEPT_MS = 86_400_000;

interface StoredTasks {
  tasks: readonly Task[];
  lastId: number;
}

interface Kept {
  readonly fingerprint: string;
  readonly at: number;
  /** JSON, when the first request is done; rejects where that failed. */
  readonly json: Promise<string>;
}

/** A store in memory for tests, with the same promises as those on a database. */
export function createFakeTaskStore(clock: Clock): TaskStore {
  const stored: StoredTasks = { tasks: [], lastId: 0 };
  const kept = new Map<string, Kept>();
  const now = (): string => new Date(clock.now()).toISOString();
  const of = (user: string): readonly Task[] => stored.tasks.filter((task) => task.user_id === user);

  async function keep<T>(user: string, work: (tasks: TaskWriter) => Promise<T>): Promise<T> {
    const before = stored.tasks;
    try {
      return await work(createWriter(stored, user, now));
    } catch (error) {
      stored.tasks = before;
      throw error;
    }
  }

  async function runIdempotent<T>(user: string, once: IdempotencyKey, work: () => Promise<T>): Promise<WriteResult<T>> {
    const name = `${user} ${once.key}`;
    const known = kept.get(name);
    if (known !== undefined && known.at > clock.now() - KEPT_MS) return replay<T>(known, once);
    const result = work();
    const json = result.then((value) => JSON.stringify(value ?? null));
    kept.set(name, { fingerprint: once.fingerprint, at: clock.now(), json });
    json.catch(() => kept.delete(name));
    return { kind: 'done', value: await result, replayed: false };
  }

  return {
    get: async (user, id) => of(user).find((task) => task.id === id),
    list: async (user, query) => findPage(of(user), query, now()),
    tags: async (user) => countTags(of(user)),
    summary: async (user) => summarize(of(user), clock.now()),
    async write(user, work, once) {
      if (once !== undefined) return runIdempotent(user, once, () => keep(user, work));
      return { kind: 'done', value: await keep(user, work), replayed: false };
    },
    tokens: createTokens(),
    ready: async () => undefined,
    close: async () => undefined,
  };
}

function createWriter(stored: StoredTasks, user: string, now: () => string): TaskWriter {
  const find = (id: number): Task | undefined => stored.tasks.find((task) => task.id === id && task.user_id === user);
  return {
    async create(task) {
      const time = now();
      stored.lastId += 1;
      const times = { created_at: time, updated_at: time };
      const added: Task = { id: stored.lastId, completed: false, ...task, ...times, version: 1, user_id: user };
      stored.tasks = [...stored.tasks, added];
      return added;
    },
    get: async (id) => find(id),
    async update(id, changes, expectedVersion): Promise<ChangeResult> {
      const task = find(id);
      if (task === undefined) return { kind: 'not-found' };
      if (isOther(task, expectedVersion)) return { kind: 'version-conflict', version: task.version };
      const changed = applyTaskChanges(task, changes, now());
      stored.tasks = stored.tasks.map((other) => (other === task ? changed.task : other));
      return { kind: 'changed', ...changed };
    },
    async remove(id, expectedVersion): Promise<RemoveResult> {
      const task = find(id);
      if (task === undefined) return { kind: 'not-found' };
      if (isOther(task, expectedVersion)) return { kind: 'version-conflict', version: task.version };
      stored.tasks = stored.tasks.filter((other) => other !== task);
      return { kind: 'removed', task };
    },
  };
}

function createTokens(): TokenStore {
  let tokens: readonly PersonalToken[] = [];
  return {
    find: async (hash) => tokens.find((token) => token.hash === hash),
    add: async (token) => void (tokens = [...tokens, token]),
    list: async (user) => tokens.filter((token) => token.user === user),
    async remove(user, hash) {
      const before = tokens.length;
      tokens = tokens.filter((token) => token.user !== user || token.hash !== hash);
      return tokens.length < before;
    },
  };
}

async function replay<T>({ fingerprint, json }: Kept, once: IdempotencyKey): Promise<WriteResult<T>> {
  if (fingerprint !== once.fingerprint) return { kind: 'key-reused' };
  return { kind: 'done', value: JSON.parse(await json), replayed: true };
}

function isOther(task: Task, expectedVersion: number | undefined): boolean {
  return expectedVersion !== undefined && task.version !== expectedVersion;
}
