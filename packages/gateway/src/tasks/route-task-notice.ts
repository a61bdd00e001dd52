import { decodeString, toIdText, type Frame } from '@toolyard/core';
import type { ServerNotice } from '../notices/find-wanting.ts';
import type { Session } from '../session/session.ts';
import type { Subscriptions } from '../notices/subscriptions.ts';
import type { KnownTask, KnownTasks } from './known-tasks.ts';
import { relatedTaskOf, showRelated } from './show-related.ts';

/** Who there is to hear of tasks. */
export interface TaskNoticeReceivers {
  readonly known: KnownTasks<Session>;
  /** The stateless clients that want to hear of tasks, by our ids for these. */
  readonly watches: Subscriptions<Session>;
}

/** A notification about a task, as those get it that are told. */
export interface TaskNotice {
  readonly notice: Frame;
  readonly wanting: readonly Session[];
}

/** Who is told what a server says about a task; `undefined` where it says nothing about one. */
export function routeTaskNotice(notice: ServerNotice, receivers: TaskNoticeReceivers): TaskNotice | undefined {
  const { server, notification, session: home } = notice;
  const { method } = notification;
  if (method === 'notifications/tasks' || method === 'notifications/tasks/status')
    return routeStatus(notice, receivers);
  const related = relatedTaskOf(notification);
  const task = related === undefined ? undefined : receivers.known.findNamed(server, related, { home });
  if (method === 'notifications/progress') return routeProgress(notification, task);
  return task && { notice: showRelated(notification, task), wanting: toList(task.owner) };
}

/** Status of the handshake era is for the task's client, that of the stateless one for those who listen. */
function routeStatus(
  { server, notification, session: home }: ServerNotice,
  { known, watches }: TaskNoticeReceivers,
): TaskNotice {
  const span = notification.paramSpan('taskId');
  const isText = span !== undefined && notification.bytes[span.start] === 0x22;
  const task = isText ? known.findNamed(server, decodeString(notification.bytes, span), { home }) : undefined;
  const isStateless = notification.method === 'notifications/tasks';
  if (!isText || task?.isStateless !== isStateless) return { notice: notification, wanting: [] };
  const wanting = isStateless ? watches.wanting({ uri: task.id, server }) : toList(task.owner);
  return { notice: notification.edited([{ span, text: JSON.stringify(task.id) }]), wanting };
}

/** The token of a call stays good for as long as its task goes on. */
function routeProgress(progress: Frame, task: KnownTask<Session> | undefined): TaskNotice {
  const span = progress.paramSpan('progressToken');
  if (task?.progressToken === undefined || span === undefined) return { notice: progress, wanting: [] };
  const named = showRelated(progress, task);
  const token = named.paramSpan('progressToken') ?? span;
  const notice = named.edited([{ span: token, text: toIdText(task.progressToken) }]);
  return { notice, wanting: toList(task.owner) };
}

function toList(owner: Session | undefined): readonly Session[] {
  return owner === undefined ? [] : [owner];
}
