import { randomUUID } from 'node:crypto';
import { ToolyardError, VERSION, type Link } from '@toolyard/core';
import { createStdioLink, splitEras } from '@toolyard/front';
import { systemClock } from '@toolyard/node';
import type { TaskSettings } from '@toolyard/tasks';
import { isReadWithin } from '../process/is-read-within.ts';
import { runInterruptible } from '../process/run-interruptible.ts';
import { untilAborted } from '../process/until-aborted.ts';
import { createRequestLog } from '../tasks/create-request-log.ts';
import { readTaskSettings } from '../tasks/read-task-settings.ts';
import { serveTasksHttp, type TasksHttpOptions } from '../tasks/serve-tasks-http.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createStderrLog } from '../terminal/create-stderr-log.ts';
import { toSignalExitCode } from '../process/to-exit-code.ts';

/** How the task tools are served. */
export interface TasksMcpOptions {
  /** Over HTTP, on this machine only, instead of stdin and stdout. */
  readonly http?: boolean;
}

/** How long the last messages wait for a client that does not read. */
const UNREAD_MS = 1000;

/** `toolyard tasks mcp`: the task tools as an MCP server at any task backend, until stdin ends or a signal comes. */
export function runTasksMcp({ http = false }: TasksMcpOptions, context: CommandContext): Promise<number> {
  const { terminal } = context;
  return runInterruptible(terminal, async ({ signal }) => {
    const settings = await readTaskSettings(context, { token: true, backend: true });
    const opened = await openServer(context, settings);
    try {
      await (http ? serveTasksHttp(terminal, opened, signal) : serveStdio(context, opened, signal));
    } finally {
      await opened.close();
    }
    const code = toSignalExitCode(signal.reason);
    if (!http && !(await isReadWithin(terminal.stdout, UNREAD_MS))) terminal.exitNow(code);
    return code;
  });
}

interface Opened extends TasksHttpOptions {
  close(): Promise<void>;
}

async function openServer({ terminal }: CommandContext, settings: TaskSettings): Promise<Opened> {
  const { createBackendClient, createHttpExchange, createTaskMcpServer } = await import('@toolyard/tasks');
  const { backendBaseUrl: baseUrl, backendTimeoutMs: timeoutMs, backendMaxRetries: maxRetries } = settings;
  const [serviceToken] = settings.serviceTokens;
  if (baseUrl === undefined || serviceToken === undefined) {
    const message = 'The task backend is not configured. Set BACKEND_BASE_URL and SERVICE_AUTH_TOKEN.';
    throw new ToolyardError('usage', message);
  }
  const clock = systemClock;
  const exchange = createHttpExchange({ baseUrl, serviceToken, clock });
  const writeLog = createRequestLog(terminal, settings);
  const backend = createBackendClient({ exchange, clock, random: Math.random, timeoutMs, maxRetries, writeLog });
  const server = createTaskMcpServer({
    backend,
    clock,
    newId: randomUUID,
    timeoutMs,
    serverInfo: { name: 'toolyard-tasks', version: VERSION },
    onBug: (error, id) =>
      terminal.stderr.write(`toolyard: Call ${id} failed because of an internal error: ${String(error)}\n`),
  });
  return { settings, server, exchange, writeLog, close: () => backend.close() };
}

async function serveStdio(
  { terminal }: CommandContext,
  { settings, server }: Opened,
  signal: AbortSignal,
): Promise<void> {
  const { createOwnerIdentity } = await import('@toolyard/tasks');
  const identity = createOwnerIdentity(settings.userId);
  const onNoise = (line: string): void => {
    terminal.stderr.write(`toolyard: The client sent a line that is not a message: ${line}\n`);
  };
  const accept = (link: Link): void => void server.accept(link, identity);
  const client = createStdioLink({ stdin: terminal.stdin, stdout: terminal.stdout, onNoise });
  const session = splitEras({
    client,
    clock: systemClock,
    log: createStderrLog(terminal, systemClock, false),
    accept,
  });
  await Promise.race([server.accept(session, identity), untilAborted(signal)]);
  await client.close();
}
