import type { Clock } from '@toolyard/core';
import type { TaskStore } from '../src/domain/task-store.ts';
import { createFakeTaskStore } from './create-fake-task-store.ts';
import type { BackendLimits } from '../src/http/backend-limits.ts';
import {
  createRestBackend,
  type DirectReply,
  type DirectRequest,
  type RestBackend,
} from '../src/http/create-rest-backend.ts';
import type { RequestLogLine } from '../src/operations/request-log-line.ts';

/** The service tokens of a backend under test. */
export const TEST_TOKENS: readonly [string, string] = [
  'current-token-of-thirty-two-letters',
  'former-token-of-thirty-two-letters!',
];

/** What a request of a test says; the service token and the user `ann` where it says nothing. */
export interface TestRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly user?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly text?: string;
}

/** A backend under test, in memory. */
export interface TestBackend {
  readonly backend: RestBackend;
  readonly store: TaskStore;
  readonly lines: readonly RequestLogLine[];
  send(method: DirectRequest['method'], path: string, request?: TestRequest): Promise<DirectReply & { json: unknown }>;
}

/** What a test may want to be different. */
export interface TestOptions {
  readonly limits?: Partial<BackendLimits>;
  readonly store?: TaskStore;
}

/** Opens a backend whose limits do not come in the way, on a store in memory. */
export function openTestBackend(clock: Clock, options: TestOptions = {}): TestBackend {
  const lines: RequestLogLine[] = [];
  const store = options.store ?? createFakeTaskStore(clock);
  let requests = 0;
  const backend = createRestBackend({
    store,
    serviceTokens: TEST_TOKENS,
    clock,
    newId: () => `request-${(requests += 1)}`,
    writeLog: (line) => void lines.push(line),
    limits: { readsPerMinute: -1, writesPerMinute: -1, ...options.limits },
    version: '1.2.3',
  });
  return {
    backend,
    store,
    lines,
    async send(method, path, { headers, user = 'ann', body, text } = {}) {
      const given = { authorization: `Bearer ${TEST_TOKENS[0]}`, 'x-user-id': user };
      const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
      const typed = sent === undefined ? {} : { 'content-type': 'application/json' };
      const reply = await backend.handle({
        method,
        path,
        headers: { ...given, ...typed, ...headers },
        ...(sent === undefined ? {} : { body: sent }),
      });
      const isJson = /^application\/(problem\+)?json/.test(reply.headers['content-type'] ?? '');
      return { ...reply, json: isJson ? JSON.parse(reply.body) : undefined };
    },
  };
}
