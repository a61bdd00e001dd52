import type { Clock } from '@toolyard/core';
import type { TaskStore } from '../src/domain/task-store.ts';
import { createRestBackend } from '../src/http/create-rest-backend.ts';
import { TEST_TOKENS } from './open-test-backend.ts';
import type { RequestLogLine } from '../src/operations/request-log-line.ts';
import { createBackendClient } from '../src/backend-client/create-backend-client.ts';
import { createHttpExchange } from '../src/backend-client/create-http-exchange.ts';
import { createStoreBackend } from '../src/backend-client/create-store-backend.ts';
import type { TaskBackend } from '../src/backend-client/task-backend.ts';

/** What a backend under test stands on. */
export interface BackendGround {
  readonly store: TaskStore;
  readonly clock: Clock;
  /** Told of each request of the backend itself, and not of the description that its client asks for. */
  writeLog(line: RequestLogLine): void;
}

/** Opens one of the backends that keep the same promises. */
export type OpenBackend = (ground: BackendGround) => Promise<TaskBackend>;

/** The client of a REST backend that listens on loopback. */
export async function openOverHttp({ store, clock, writeLog }: BackendGround): Promise<TaskBackend> {
  const [serviceToken] = TEST_TOKENS;
  const rest = createRestBackend({
    store,
    serviceTokens: [serviceToken],
    clock,
    newId: () => 'unnamed',
    writeLog: (line) => line.endpoint !== '/openapi.json' && writeLog(line),
    limits: { readsPerMinute: -1, writesPerMinute: -1 },
    version: '1',
  });
  const { port } = await rest.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = new URL(`http://127.0.0.1:${port}`);
  const client = createBackendClient({
    exchange: createHttpExchange({ baseUrl, serviceToken, clock }),
    clock,
    random: () => 0,
    timeoutMs: 30_000,
    maxRetries: 0,
    writeLog: () => undefined,
  });
  return {
    ...client,
    async close() {
      await client.close();
      await rest.close();
    },
  };
}

/** The store itself. */
export async function openOverStore(ground: BackendGround): Promise<TaskBackend> {
  return createStoreBackend(ground);
}
