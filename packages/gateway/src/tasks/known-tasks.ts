import type { Clock, RequestId } from '@toolyard/core';

/** One task of a server that a client knows by an id of ours. */
export interface KnownTask<Client> {
  readonly id: string;
  readonly server: string;
  /** What the server calls it. */
  readonly serverId: string;
  /** It is one of the stateless revision, for clients of that revision alone. */
  readonly isStateless: boolean;
  /** The session in which it was made: with servers that each session has for itself it is nowhere else. */
  readonly home: string;
  /** The client that last used it, which is told and asked about it; stateless clients ask by themselves. */
  readonly owner: Client | undefined;
  /** What the client wants to hear of its progress by. */
  readonly progressToken: RequestId | undefined;
  /** Its server was restarted since, and has it no more. */
  readonly isLost: boolean;
}

/** What is known of a task when it is made. */
export type NewKnownTask<Client> = Omit<KnownTask<Client>, 'id' | 'isLost'>;

/** The most tasks that are known at once. */
const MOST_TASKS = 10_000;

/** Longer names of servers, and tokens, are not worth the memory. */
const LONGEST_NAME = 1000;

/** A server may say that it keeps a task for no time at all; its client must have time to ask for it. */
const SHORTEST_LIFE_MS = 300_000;

type Mutable<Client> = { -readonly [Name in keyof KnownTask<Client>]: KnownTask<Client>[Name] } & {
  expiresAt: number | undefined;
};

/** What else is known where a server names a task. */
export interface NamedBy<Client> {
  /** The session whose own link it came on. */
  readonly home?: string | undefined;
  /** The client whose request it came with. */
  readonly client?: Client;
}

export interface KnownTasksOptions {
  readonly clock: Clock;
  /** An id that nobody can guess. */
  newId(): string;
}

/** The tasks of all servers by ids of ours, which nobody can guess and no two servers share. */
export class KnownTasks<Client> {
  readonly #options: KnownTasksOptions;
  readonly #byId = new Map<string, Mutable<Client>>();
  readonly #byServer = new Map<string, Set<Mutable<Client>>>();
  readonly #byHome = new Map<string, Set<Mutable<Client>>>();
  readonly #byOwner = new Map<Client, Set<Mutable<Client>>>();

  constructor(options: KnownTasksOptions) {
    this.#options = options;
  }

  /** The id of a task, which gets one where it has none. */
  note(task: NewKnownTask<Client>): string {
    const [known] = this.#near(task.server, task.serverId, task.home);
    if (known !== undefined && known.isStateless === task.isStateless) return known.id;
    const id = this.#options.newId();
    // One that nobody can ask for: its name is too long to be kept.
    if (task.serverId.length > LONGEST_NAME) return id;
    if (known !== undefined) this.#remove(known);
    const { progressToken: token } = task;
    const progressToken = typeof token === 'string' && token.length > LONGEST_NAME ? undefined : token;
    this.#add({ ...task, id, progressToken, isLost: false, expiresAt: undefined });
    if (this.#byId.size > MOST_TASKS) this.#removeOldest();
    return id;
  }

  /** A server keeps a task for this long from now on; `null` is for ever. */
  keepFor(id: string, ttlMs: number | null): void {
    const task = this.#byId.get(id);
    if (task === undefined) return;
    task.expiresAt = ttlMs === null ? undefined : this.#options.clock.now() + Math.max(ttlMs, SHORTEST_LIFE_MS);
  }

  find(id: string): KnownTask<Client> | undefined {
    return this.#unlessExpired(this.#byId.get(id));
  }

  /** The task that a server means; `undefined` where that is not certain. */
  findNamed(server: string, serverId: string, { home, client }: NamedBy<Client> = {}): KnownTask<Client> | undefined {
    const near = this.#near(server, serverId, home);
    const own = near.length > 1 ? near.filter((task) => task.owner === client && client !== undefined) : near;
    return own.length === 1 ? this.#unlessExpired(own[0]) : undefined;
  }

  /** The tasks of one client, oldest first. */
  ownedBy(client: Client): readonly KnownTask<Client>[] {
    return [...(this.#byOwner.get(client) ?? [])].filter((task) => this.#unlessExpired(task) !== undefined);
  }

  /** Whoever has the id may use the task, and hears of it from then on. */
  adopt(id: string, client: Client): void {
    const task = this.#byId.get(id);
    if (task === undefined || task.owner === client) return;
    if (task.owner !== undefined) this.#byOwner.get(task.owner)?.delete(task);
    task.owner = client;
    addTo(this.#byOwner, client, task);
  }

  /** A client is gone; what it began goes on. */
  disown(client: Client): void {
    for (const task of this.#byOwner.get(client) ?? []) task.owner = undefined;
    this.#byOwner.delete(client);
  }

  /** A server was restarted; where a session is given, only its own copy. */
  lose(server: string, home?: string): void {
    for (const task of home === undefined ? this.#byId.values() : (this.#byHome.get(home) ?? [])) {
      if (task.server !== server) continue;
      task.isLost = true;
      // What the server calls the same from now on is another task.
      removeFrom(this.#byServer, toKey(server, task.serverId), task);
    }
  }

  #near(server: string, serverId: string, home: string | undefined): readonly Mutable<Client>[] {
    const all = [...(this.#byServer.get(toKey(server, serverId)) ?? [])];
    return home === undefined ? all : all.filter((task) => task.home === home);
  }

  #unlessExpired(task: Mutable<Client> | undefined): Mutable<Client> | undefined {
    if (task?.expiresAt === undefined || task.expiresAt > this.#options.clock.now()) return task;
    this.#remove(task);
    return undefined;
  }

  #add(task: Mutable<Client>): void {
    this.#byId.set(task.id, task);
    addTo(this.#byServer, toKey(task.server, task.serverId), task);
    addTo(this.#byHome, task.home, task);
    if (task.owner !== undefined) addTo(this.#byOwner, task.owner, task);
  }

  #remove(task: Mutable<Client>): void {
    this.#byId.delete(task.id);
    removeFrom(this.#byServer, toKey(task.server, task.serverId), task);
    removeFrom(this.#byHome, task.home, task);
    if (task.owner !== undefined) removeFrom(this.#byOwner, task.owner, task);
  }

  /** Of the session that has most, so that one that makes many does not take those of the others. */
  #removeOldest(): void {
    let largest: ReadonlySet<Mutable<Client>> = new Set();
    for (const tasks of this.#byHome.values()) if (tasks.size > largest.size) largest = tasks;
    const [oldest] = largest;
    if (oldest !== undefined) this.#remove(oldest);
  }
}

/** A key has no control characters, so nothing else reads the same. */
function toKey(server: string, serverId: string): string {
  return `${server}\n${serverId}`;
}

function addTo<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value));
}

function removeFrom<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
