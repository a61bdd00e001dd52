import { randomUUID } from 'node:crypto';
import { findUnencrypted, toUrlHost } from '@toolyard/host/http';
import { systemClock } from '@toolyard/node';
import type { Host } from '../host/host.ts';
import { runInterruptible } from '../host/run-interruptible.ts';
import { untilAborted } from '../host/until-aborted.ts';
import { createRequestLog } from '../tasks/create-request-log.ts';
import { locateTasks, readTaskSettings } from '../tasks/read-task-settings.ts';
import { toEndCode } from '../to-exit-code.ts';
import { VERSION } from '../version.ts';

/** Where the backend listens. */
export interface TasksServeOptions {
  readonly host?: string;
  readonly port?: number;
}

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 8000;

/** `toolyard tasks serve`: the task backend, until a signal comes. */
export function runTasksServe(options: TasksServeOptions, host: Host): Promise<number> {
  return runInterruptible(host, async ({ signal }) => {
    const settings = await readTaskSettings(host, { token: 'strong', database: true });
    const { createRestBackend, openTaskStore } = await import('@toolyard/tasks');
    const place = locateTasks(host, settings);
    const store = await openTaskStore(place, systemClock);
    try {
      const { serviceTokens, readsPerMinute, writesPerMinute } = settings;
      const backend = createRestBackend({
        store,
        serviceTokens,
        clock: systemClock,
        newId: randomUUID,
        writeLog: createRequestLog(host, settings),
        limits: { readsPerMinute, writesPerMinute },
        version: VERSION,
      });
      const address = { host: options.host ?? DEFAULT_HOST, port: options.port ?? DEFAULT_PORT };
      const { port } = await backend.listen(address);
      const warning = findUnencrypted(address.host, 'Listen on 127.0.0.1 behind a proxy that has a certificate.');
      if (warning !== undefined) host.stderr.write(`toolyard: ${warning}\n`);
      const where = 'folder' in place ? place.folder : 'PostgreSQL';
      const url = `http://${toUrlHost(address.host)}:${port}`;
      host.stderr.write(`The task backend listens on ${url} and keeps its tasks in ${where}\n`);
      await untilAborted(signal);
      await backend.close();
    } finally {
      await store.close();
    }
    return toEndCode(signal.reason);
  });
}
