import { createRequest, TASK_METHODS, type ServerStatus } from '@toolyard/core';
import type { RequestHandler, Session } from '../session/session.ts';
import type { Subscriptions } from '../notices/subscriptions.ts';
import { refuseMethod, withTask, type TaskRouting } from './create-task-relay-handlers.ts';

/** Who wants to hear of which task. */
export interface TaskWatching extends TaskRouting {
  /** By our ids. */
  readonly watches: Subscriptions<Session>;
}

/** Asks the server to tell of a task for the first client that wants to hear of it; the others join. */
export function createWatchHandler(watching: TaskWatching): RequestHandler {
  const { watches } = watching;
  const watch = withTask(watching, ({ id, request, session }, { id: uri, server, serverId }) => {
    if (!watches.add({ uri, server }, session)) return session.answer(id, '{}');
    session.forward(request, {
      server,
      changes: { params: { taskId: JSON.stringify(serverId) } },
      onAccepted: () => watches.confirm(uri),
      onRefused: () => void watches.remove(uri, session),
    });
    return undefined;
  });
  return (incoming) =>
    incoming.session.isStateless ? watch(incoming) : refuseMethod(incoming, incoming.request.method ?? '');
}

/** A client listens no more: servers need not tell of what nobody wants to hear. */
export function endWatches({ yard, known, watches }: TaskWatching, session: Session): void {
  for (const { uri, server } of watches.removeAll(session)) {
    const serverId = known.find(uri)?.serverId;
    if (serverId === undefined || yard.server(server)?.state !== 'running') continue;
    yard.request(server, {
      frame: createRequest(0, TASK_METHODS.unwatch, { taskId: serverId }),
      onAnswer: () => undefined,
    });
  }
}

/** A server that is connected again is asked for what it was asked before. */
export function renewWatches({ yard, known, watches }: TaskWatching, { key }: ServerStatus): void {
  for (const uri of watches.urisOf(key)) {
    const task = known.find(uri);
    if (task === undefined || task.isLost) continue;
    const frame = createRequest(0, TASK_METHODS.watch, { taskId: task.serverId });
    yard.request(key, { frame, onAnswer: () => undefined });
  }
}
