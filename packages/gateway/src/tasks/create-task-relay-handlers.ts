import type { Pressure, Relay, Yard } from '@toolyard/core';
import type { RequestHandler, Incoming, Session } from '../session/session.ts';
import { ERROR_CODES } from '../session/to-json-rpc-error.ts';
import type { KnownTask, KnownTasks } from './known-tasks.ts';

/** What tasks are looked up in. */
export interface TaskRouting {
  readonly yard: Yard & Relay;
  readonly known: KnownTasks<Session>;
}

/** The methods about one task, by the eras that have them. */
const METHODS: Readonly<Record<string, { readonly handshake: boolean; readonly stateless: boolean }>> = {
  'tasks/get': { handshake: true, stateless: true },
  'tasks/result': { handshake: true, stateless: false },
  'tasks/update': { handshake: false, stateless: true },
  'tasks/cancel': { handshake: true, stateless: true },
};

/** Sends what clients want of a task to the server that has it. */
export function createTaskRelayHandlers(routing: TaskRouting): Readonly<Record<string, RequestHandler>> {
  const forward = withTask(routing, ({ request, session }, task) => {
    const params = { taskId: JSON.stringify(task.serverId) };
    session.forward(request, { server: task.server, changes: { params }, task: task.id });
    return undefined;
  });
  return Object.fromEntries(
    Object.entries(METHODS).map(([method, eras]): [string, RequestHandler] => [
      method,
      (incoming) => {
        const isThere = incoming.session.isStateless ? eras.stateless : eras.handshake;
        return isThere ? forward(incoming) : refuseMethod(incoming, method);
      },
    ]),
  );
}

/** Refuses a method that the client's era does not have. */
export function refuseMethod({ id, session }: Incoming, method: string): Pressure {
  return session.refuse(id, { code: ERROR_CODES.methodNotFound, message: `Method not found: ${method}` });
}

/** Finds the task that a request is about; refuses the request where its client has no such task. */
export function withTask(
  { yard, known }: TaskRouting,
  handle: (incoming: Incoming, task: KnownTask<Session>) => Pressure,
): RequestHandler {
  return (incoming) => {
    const { id, request, session } = incoming;
    const given = request.param('taskId');
    const task = typeof given === 'string' ? known.find(given) : undefined;
    const isTheirs = task?.isStateless === session.isStateless && isReachable(yard, task, session);
    if (task === undefined || !isTheirs || task.isLost) {
      return session.refuse(id, { code: ERROR_CODES.invalidParams, message: explain(isTheirs ? task : undefined) });
    }
    if (!session.isStateless) known.adopt(task.id, session);
    return handle(incoming, task);
  };
}

/** A copy of a server that is one session's alone is not to be had by others. */
function isReachable(yard: Relay, { server, home }: KnownTask<Session>, session: Session): boolean {
  const definition = yard.configuration().servers.find(({ key }) => key === server);
  if (definition === undefined) return false;
  return definition.sharing !== 'per-session' || home === session.respondent.session;
}

function explain(task: KnownTask<Session> | undefined): string {
  if (task?.isLost !== true) return 'Task not found';
  return `Task not found: server "${task.server}" was restarted since, and its tasks are gone. Call the tool again.`;
}
