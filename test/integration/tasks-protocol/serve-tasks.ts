import {
  createErrorResponse,
  createNotification,
  createRequest,
  createResponse,
  type Frame,
  type Link,
  type RequestId,
} from '@toolyard/core';

export const EXTENSION = 'io.modelcontextprotocol/tasks';
export const RELATED = 'io.modelcontextprotocol/related-task';
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** One task as its server keeps it. */
export interface MadeTask {
  readonly taskId: string;
  status: string;
  /** What the call was made with, which its result repeats. */
  readonly text: unknown;
  readonly ttl: number | null;
  readonly progressToken: unknown;
}

/** A server that makes tasks, in the way of one era. */
export interface TaskServer {
  readonly received: readonly Frame[];
  readonly tasks: ReadonlyMap<string, MadeTask>;
  /** Tells of a task in the way of its era. */
  tell(taskId: string, status: string): void;
  notify(method: string, params: object): void;
  ask(method: string, params: object): Promise<Frame>;
  /** Answers the requests for results that wait. */
  finish(taskId: string): void;
}

/** How a server differs from one that makes tasks of all calls it may. */
export interface TaskServerOptions {
  readonly era: 'handshake' | 'stateless';
  /** How long it keeps tasks. */
  readonly ttl?: number | null;
  /** It makes no tasks. */
  readonly isPlain?: boolean;
}

/** Serves until the link ends. All servers count their tasks in the same way, so that these have the same ids. */
export function serveTasks(link: Link, options: TaskServerOptions): TaskServer {
  const { era, isPlain = false, ttl = 600_000 } = options;
  const received: Frame[] = [];
  const tasks = new Map<string, MadeTask>();
  const waiting: { readonly id: RequestId; readonly taskId: string }[] = [];
  const asked = new Map<RequestId, (answer: Frame) => void>();
  const streams: RequestId[] = [];
  const isStateless = era === 'stateless';

  const show = ({ taskId, status, ttl: lives }: MadeTask): object => ({
    taskId,
    status,
    createdAt: '2026-01-01T00:00:00Z',
    lastUpdatedAt: '2026-01-01T00:00:00Z',
    ...(isStateless ? { ttlMs: lives } : { ttl: lives }),
  });
  const resultOf = (task: MadeTask): object => ({ content: [{ type: 'text', text: JSON.stringify(task.text) }] });

  function call(request: Frame): object {
    const text = request.param('arguments');
    const meta: Readonly<Record<string, unknown>> = { ...Object(request.param('_meta')) };
    const { extensions } = Object(meta['io.modelcontextprotocol/clientCapabilities']);
    const isWanted = isStateless ? Object(extensions)[EXTENSION] !== undefined : request.param('task') !== undefined;
    if (isPlain || !isWanted) return { content: [{ type: 'text', text: JSON.stringify(text) }] };
    const taskId = `task-${tasks.size + 1}`;
    const task = { taskId, status: 'working', text, ttl, progressToken: meta['progressToken'] };
    tasks.set(taskId, task);
    return isStateless ? { resultType: 'task', ...show(task) } : { task: show(task) };
  }

  function ofTask(request: Frame, id: RequestId): object | undefined {
    const taskId = String(request.param('taskId'));
    const task = tasks.get(taskId);
    if (task === undefined) throw new Error(`There is no task ${taskId} here`);
    if (request.method === 'tasks/cancel') task.status = 'cancelled';
    if (request.method === 'tasks/update') task.status = JSON.stringify(request.param('inputResponses'));
    if (request.method === 'tasks/result') {
      waiting.push({ id, taskId });
      return undefined;
    }
    if (isStateless && request.method !== 'tasks/get') return { resultType: 'complete' };
    return { ...show(task), ...(isStateless ? { result: resultOf(task) } : {}) };
  }

  function answer(request: Frame, id: RequestId): object | undefined {
    const capabilities = toCapabilities(options);
    switch (request.method) {
      case 'initialize':
        return { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'fake', version: '1' } };
      case 'server/discover':
        return { supportedVersions: ['2026-07-28'], capabilities };
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: [{ name: 'work', inputSchema: { type: 'object' }, execution: { taskSupport: 'optional' } }] };
      case 'tools/call':
        return call(request);
      case 'subscriptions/listen':
        streams.push(id);
        notify('notifications/subscriptions/acknowledged', {
          notifications: request.param('notifications'),
          _meta: { [SUBSCRIPTION_ID]: id },
        });
        return undefined;
      default:
        return ofTask(request, id);
    }
  }

  function notify(method: string, params: object): void {
    void link.send(createNotification(method, params));
  }

  link.receive((frame) => {
    received.push(frame);
    const { id } = frame;
    if (frame.isResponse && id !== undefined) asked.get(id)?.(frame);
    if (!frame.isRequest || id === undefined) return undefined;
    if (isStateless && frame.method === 'initialize') {
      return link.send(createErrorResponse(id, { code: -32601, message: 'no handshake here' }));
    }
    try {
      const result = answer(frame, id);
      return result === undefined ? undefined : link.send(createResponse(id, JSON.stringify(result)));
    } catch (error) {
      return link.send(createErrorResponse(id, { code: -32602, message: String(error) }));
    }
  });

  return {
    received,
    tasks,
    notify,
    tell(taskId, status) {
      const params = { ...show({ taskId, status, text: '', ttl, progressToken: undefined }) };
      if (!isStateless) notify('notifications/tasks/status', params);
      for (const id of streams) notify('notifications/tasks', { ...params, _meta: { [SUBSCRIPTION_ID]: id } });
    },
    ask(method, params) {
      const id = `question-${asked.size + 1}`;
      return new Promise((resolve) => {
        asked.set(id, resolve);
        void link.send(createRequest(id, method, params));
      });
    },
    finish(taskId) {
      const task = tasks.get(taskId);
      for (const { id } of waiting.filter((each) => each.taskId === taskId)) {
        const result = { ...(task && resultOf(task)), _meta: { [RELATED]: { taskId } } };
        void link.send(createResponse(id, JSON.stringify(result)));
      }
    },
  };
}

function toCapabilities({ era, isPlain }: TaskServerOptions): object {
  if (isPlain === true) return { tools: {} };
  return era === 'stateless'
    ? { tools: {}, extensions: { [EXTENSION]: {} } }
    : { tools: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };
}
