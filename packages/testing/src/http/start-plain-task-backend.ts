import type { ServerResponse } from 'node:http';
import { createPlainTasks, type PlainFields, type PlainTask, type PlainTasks } from './create-plain-tasks.ts';
import { startHttpServer, type ArrivedRequest, type TestHttpServer } from './start-http-server.ts';

/** What a plain backend is to do. */
export interface PlainTaskBackendOptions {
  readonly token: string;
  /** Declares `Idempotency-Key` for new tasks, and honours it. */
  readonly hasKeys?: boolean;
  /** What happens after a new task was kept: by default its answer is sent. */
  onCreated?(send: () => void, response: ServerResponse): void;
}

/** A task backend that only has the five endpoints. */
export interface PlainTaskBackend extends TestHttpServer {
  /** The tasks of all users. */
  tasks(): readonly PlainTask[];
}

interface Asked {
  readonly user: string;
  readonly id: number | undefined;
  readonly body: PlainFields;
  readonly key: string;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

const CHANGEABLE = ['title', 'description', 'priority', 'due_date'];
const KEYED = { paths: { '/tasks': { post: { parameters: [{ name: 'Idempotency-Key', in: 'header' }] } } } };
const MISSING: Answer = { status: 404, body: { detail: 'Task not found' } };

/**
 * Lists as an array; has GET and POST on `/tasks`, PUT, PATCH and DELETE on `/tasks/{id}`, and nothing else. Ignores
 * fields that it does not know.
 */
export async function startPlainTaskBackend(options: PlainTaskBackendOptions): Promise<PlainTaskBackend> {
  const { token, hasKeys = false, onCreated = (send) => send() } = options;
  const tasks = createPlainTasks();
  const created = new Map<string, PlainTask>();

  function create({ user, body, key }: Asked): Answer {
    const known = hasKeys ? created.get(`${user} ${key}`) : undefined;
    const task = known ?? tasks.create(user, pick(body, CHANGEABLE));
    created.set(`${user} ${key}`, task);
    return { status: 201, body: task };
  }

  const server = await startHttpServer((request, response) => {
    const asked = read(request);
    if (hasKeys && request.path === '/openapi.json') return send(response, { status: 200, body: KEYED });
    if (asked === undefined) return send(response, { status: 404, body: { detail: 'Not Found' } });
    if (request.headers.authorization !== `Bearer ${token}` || asked.user === '') {
      return send(response, { status: 401, body: { detail: 'Not authenticated' } });
    }
    if (request.method !== 'POST') return send(response, answer(tasks, request.method, asked));
    const reply = asked.id === undefined ? create(asked) : NOT_ALLOWED;
    return onCreated(() => send(response, reply), response);
  });
  return { ...server, tasks: () => tasks.all };
}

const NOT_ALLOWED: Answer = { status: 405, body: { detail: 'Method Not Allowed' } };

function answer(tasks: PlainTasks, method: string, { user, id, body }: Asked): Answer {
  if (id === undefined) {
    return method === 'GET' ? { status: 200, body: tasks.all.filter((task) => task.user_id === user) } : NOT_ALLOWED;
  }
  if (method === 'DELETE') return tasks.remove(user, id) ? { status: 204 } : MISSING;
  if (method !== 'PUT' && method !== 'PATCH') return NOT_ALLOWED;
  const changed = tasks.change(user, id, pick(body, method === 'PUT' ? CHANGEABLE : ['completed']));
  return changed === undefined ? MISSING : { status: 200, body: changed };
}

function read({ path, body, headers }: ArrivedRequest): Asked | undefined {
  const [known, id] = /^\/tasks(?:\/(\d+))?$/.exec(path) ?? [];
  if (known === undefined) return undefined;
  return {
    user: String(headers['x-user-id'] ?? ''),
    id: id === undefined ? undefined : Number(id),
    body: body === '' ? {} : JSON.parse(body),
    key: String(headers['idempotency-key']),
  };
}

function pick(body: PlainFields, fields: readonly string[]): PlainFields {
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
