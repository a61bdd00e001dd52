import { randomUUID } from 'node:crypto';
import { VERSION } from '@toolyard/core';
import { findUnencrypted, toUrlHost } from '@toolyard/host/http';
import { systemClock } from '@toolyard/node';
import { runInterruptible } from '../process/run-interruptible.ts';
import { untilAborted } from '../process/until-aborted.ts';
import { createRequestLog } from '../tasks/create-request-log.ts';
import { locateTasks, readTaskSettings } from '../tasks/read-task-settings.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { toSignalExitCode } from '../process/to-exit-code.ts';

/** Where the backend listens. */
export interface TasksServeOptions {
  readonly host?: string;
  readonly port?: number;
}

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 8000;

/** `toolyard tasks serve`: the task backend, until a signal comes. */
export function runTasksServe(options: TasksServeOptions, context: CommandContext): Promise<number> {
  const { terminal, surroundings } = context;
  return runInterruptible(terminal, async ({ signal }) => {
    const settings = await readTaskSettings(context, { token: true, database: true });
    const { createRestBackend, openTaskStore } = await import('@toolyard/tasks');
    const place = locateTasks(surroundings, settings);
    const store = await openTaskStore(place, systemClock);
    try {
      const { serviceTokens, readsPerMinute, writesPerMinute } = settings;
      const backend = createRestBackend({
        store,
        serviceTokens,
        clock: systemClock,
        newId: randomUUID,
        writeLog: createRequestLog(terminal, settings),
        limits: { readsPerMinute, writesPerMinute },
        version: VERSION,
      });
      const address = { host: options.host ?? DEFAULT_HOST, port: options.port ?? DEFAULT_PORT };
      const { port } = await backend.listen(address);
      const warning = findUnencrypted(address.host, 'Listen on 127.0.0.1 behind a proxy that has a certificate.');
      if (warning !== undefined) terminal.stderr.write(`toolyard: ${warning}\n`);
      const where = 'folder' in place ? place.folder : 'PostgreSQL';
      const url = `http://${toUrlHost(address.host)}:${port}`;
      terminal.stderr.write(`The task backend listens on ${url} and stores its tasks in ${where}\n`);
      await untilAborted(signal);
      await backend.close();
    } finally {
      await store.close();
    }
    return toSignalExitCode(signal.reason);
  });
}
