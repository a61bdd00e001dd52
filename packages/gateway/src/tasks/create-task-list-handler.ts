import { createRequest, setMembers, ToolyardError, type Clock, type Frame } from '@toolyard/core';
import type { RequestHandler, Session } from '../session/session.ts';
import { ERROR_CODES } from '../session/to-json-rpc-error.ts';
import { refuseMethod, type TaskRouting } from './create-task-relay-handlers.ts';
import type { KnownTask } from './known-tasks.ts';

/** What a list of tasks is made with. */
export interface TaskListRouting extends TaskRouting {
  readonly clock: Clock;
  /** How long servers may take. */
  listWaitMs(): number;
}

/** The most tasks in a list; the newest. */
const MOST_LISTED = 1000;

/**
 * Lists the tasks of one client, whole and without pages as all lists.
 *
 * Servers are asked for each of them: what they list themselves has the tasks of all clients in it.
 */
export function createTaskListHandler(routing: TaskListRouting): RequestHandler {
  return (incoming) => {
    const { id, request, session } = incoming;
    if (session.isStateless) return refuseMethod(incoming, 'tasks/list');
    if ((request.param('cursor') ?? null) !== null) {
      return session.refuse(id, { code: ERROR_CODES.invalidParams, message: 'Invalid cursor' });
    }
    void readTasks(routing, session).then((tasks) => session.answer(id, `{"tasks":[${tasks.join(',')}]}`));
    return undefined;
  };
}

async function readTasks(routing: TaskListRouting, session: Session): Promise<readonly string[]> {
  const tasks = routing.known.ownedBy(session).filter((task) => !task.isLost);
  const given = new Map<string, string>();
  const asked = tasks.slice(-MOST_LISTED).map(async (task) => {
    const text = await readTask(routing, task, session);
    if (text !== undefined) given.set(task.id, text);
  });
  let stopClock: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (stopClock = routing.clock.after(routing.listWaitMs(), resolve)));
  await Promise.race([Promise.all(asked), late]);
  stopClock();
  return tasks.flatMap(({ id }) => given.get(id) ?? []);
}

/** What a server says of one task, with our id; `undefined` where it says nothing. */
function readTask({ yard }: TaskRouting, task: KnownTask<Session>, session: Session): Promise<string | undefined> {
  const { id, server, serverId } = task;
  return new Promise((resolve) => {
    try {
      yard.request(server, {
        frame: createRequest(0, 'tasks/get', { taskId: serverId }),
        session: session.respondent.session,
        respondent: session.respondent,
        onAnswer: (answer) => {
          resolve(ToolyardError.is(answer) ? undefined : toText(answer, id));
          return undefined;
        },
      });
    } catch (error) {
      // The server was taken out of the configuration.
      if (!ToolyardError.is(error)) throw error;
      resolve(undefined);
    }
  });
}

function toText(answer: Frame, id: string): string | undefined {
  const result = answer.text('result');
  return result?.startsWith('{') === true ? setMembers(result, { taskId: JSON.stringify(id) }) : undefined;
}
