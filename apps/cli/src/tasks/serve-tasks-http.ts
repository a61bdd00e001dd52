import { randomUUID } from 'node:crypto';
import { createHttpFront } from '@toolyard/front';
import { systemClock } from '@toolyard/node';
import type { BackendExchange, RequestLogLine, TaskMcpServer, TaskSettings } from '@toolyard/tasks';
import type { Terminal } from '../terminal/terminal.ts';
import { untilAborted } from '../process/until-aborted.ts';

export interface TasksHttpOptions {
  readonly settings: TaskSettings;
  readonly server: TaskMcpServer;
  readonly exchange: BackendExchange;
  writeLog(line: RequestLogLine): void;
}

/** Only this machine can reach it, so that what shows who calls is the token of each request alone. */
const HOST = '127.0.0.1';

/** Serves the task tools over HTTP until the signal comes. */
export async function serveTasksHttp(
  { stderr }: Pick<Terminal, 'stderr'>,
  options: TasksHttpOptions,
  signal: AbortSignal,
): Promise<void> {
  const { settings, server, exchange, writeLog } = options;
  const { createHttpIdentity, createTokenLookup } = await import('@toolyard/tasks');
  const timeoutMs = settings.backendTimeoutMs;
  const findOwner = createTokenLookup({ exchange, clock: systemClock, newId: randomUUID, writeLog, timeoutMs });
  const identity = createHttpIdentity({ serviceTokens: settings.serviceTokens, findOwner });
  const front = createHttpFront({
    clock: systemClock,
    accept: (link) => void server.accept(link, identity),
    credentialHeaders: ['authorization', 'x-user-id'],
    noteHeaders: (message, headers) => identity.note(message, headers),
    onError: (message) => stderr.write(`toolyard: ${message}\n`),
  });
  const { port } = await front.listen({ host: HOST, port: settings.mcpPort });
  stderr.write(`The task tools are at http://${HOST}:${port}/mcp\n`);
  await untilAborted(signal);
  await front.close();
}
