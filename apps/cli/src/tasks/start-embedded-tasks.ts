import { randomUUID } from 'node:crypto';
import {
  createLinkPair,
  toMessage,
  ToolyardError,
  VERSION,
  withDeadline,
  type Link,
  type LogLevel,
} from '@toolyard/core';
import { systemClock } from '@toolyard/node';
import {
  createSingleUserIdentity,
  createStoreBackend,
  createTaskMcpServer,
  openTaskStore,
  parseTaskSettings,
  type TaskStore,
} from '@toolyard/tasks';
import { locateTaskFolder, type TaskSurroundings } from './read-task-settings.ts';

/** Whose tasks they are where nobody says. */
const LOCAL_USER = 'local';

const TIMEOUT_MS = 30_000;

/** Commands have the folder for a moment, and so has a Toolyard that is just ending; on a busy machine that takes its time. */
const FOLDER_WAIT_MS = 30_000;

type Tell = (level: LogLevel, text: string) => void;

/** How the tasks are started. */
export interface EmbeddedTasksOptions {
  readonly signal: AbortSignal;
  /** They end with the command that they are started for. */
  readonly isForOneCommand: boolean;
  /** Writes to the log. */
  readonly tell: Tell;
}

/**
 * Starts the MCP server of the tasks in this process, on the embedded database. Rejects with `server-start-failed`; the end of
 * the link is the end of all of it.
 */
export async function startEmbeddedTasks(
  surroundings: TaskSurroundings,
  { signal, isForOneCommand, tell }: EmbeddedTasksOptions,
): Promise<Link> {
  const user = readUser(surroundings);
  const store = await openStore(surroundings, { signal, isForOneCommand });
  try {
    signal.throwIfAborted();
    return serve(store, user, tell);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Everything else that the environment says is about servers of their own. */
function readUser({ env }: TaskSurroundings): string {
  const parsed = parseTaskSettings({ env: { TASKS_USER_ID: env['TASKS_USER_ID'] } });
  if (parsed.ok) return parsed.settings.userId ?? LOCAL_USER;
  throw new ToolyardError('server-misconfigured', parsed.problems.map(({ message }) => message).join(' '));
}

// Never the database of `DATABASE_URL`: in most places that variable speaks of another program's.
async function openStore(
  surroundings: TaskSurroundings,
  { signal, isForOneCommand }: Pick<EmbeddedTasksOptions, 'signal' | 'isForOneCommand'>,
): Promise<TaskStore> {
  try {
    const folder = locateTaskFolder(surroundings);
    return await withDeadline({ clock: systemClock, ms: FOLDER_WAIT_MS, signal }, (until) =>
      openTaskStore({ folder, until, isBrief: isForOneCommand }, systemClock),
    );
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    throw new ToolyardError('server-start-failed', error.message, { cause: error });
  }
}

function serve(store: TaskStore, user: string, tell: Tell): Link {
  const clock = systemClock;
  const server = createTaskMcpServer({
    backend: createStoreBackend({ store, clock, writeLog: (line) => tell('debug', JSON.stringify(line)) }),
    clock,
    newId: randomUUID,
    timeoutMs: TIMEOUT_MS,
    serverInfo: { name: 'toolyard-tasks', version: VERSION },
    onBug: (error, id) => tell('error', `Call ${id} failed because of an internal error: ${toMessage(error)}`),
  });
  const pair = createLinkPair();
  const ended = server.accept(pair.near, createSingleUserIdentity(user)).then(() => store.close());
  return withEnd(pair.far, ended);
}

/** A link that has ended only when nothing is left of what was started for it: the next start needs its folder. */
function withEnd(link: Link, ended: Promise<void>): Link {
  return {
    ...link,
    closed: link.closed.then(async (end) => {
      await ended;
      return end;
    }),
    async close() {
      await link.close();
      await ended;
    },
  };
}
