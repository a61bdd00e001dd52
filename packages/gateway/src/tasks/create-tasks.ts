import {
  TASK_METHODS,
  type AskedQuestion,
  type Clock,
  type Frame,
  type Question,
  type Relay,
  type ServerStatus,
  type Yard,
  createErrorResponse,
  findMissingCapability,
} from '@toolyard/core';
import type { UnrelatedQuestion } from '../questions/put-unrelated.ts';
import type { ServerNotice } from '../notices/find-wanting.ts';
import type { AnsweredRequest, RequestHandler, Session } from '../session/session.ts';
import { Subscriptions } from '../notices/subscriptions.ts';
import { createTaskRelayHandlers } from './create-task-relay-handlers.ts';
import { createTaskListHandler } from './create-task-list-handler.ts';
import { KnownTasks } from './known-tasks.ts';
import { routeTaskNotice, type TaskNotice } from './route-task-notice.ts';
import { showAnswer } from './show-answer.ts';
import { relatedTaskOf, showQuestion, showRelated } from './show-related.ts';
import { makesTasks } from './task-support.ts';
import { createWatchHandler, endWatches, renewWatches } from './watch-tasks.ts';
import { ERROR_CODES } from '../session/to-json-rpc-error.ts';

/** The tasks that servers make of calls, as the clients of one gateway know them. */
export interface Tasks {
  readonly handlers: Readonly<Record<string, RequestHandler>>;
  /** An answer as the client gets it. */
  showAnswer(answer: Frame, request: AnsweredRequest, session: Session): Frame;
  /** Progress as the client gets it. */
  showReport(server: string, report: Frame, session: Session): Frame;
  /** A question as the client gets it. */
  showQuestion(server: string, question: Question, session: Session): Question;
  /** Who is told what a server says about a task; `undefined` where it says nothing about one. */
  routeNotice(said: ServerNotice): TaskNotice | undefined;
  /** Whether a question is about a task, and so for nobody but the client whose task it is. */
  isAboutTask(question: UnrelatedQuestion): boolean;
  /** Puts a question about a task to the client whose task it is. */
  put(question: UnrelatedQuestion): AskedQuestion | undefined;
  /** Takes note of what a server does. */
  follow(status: ServerStatus): void;
  /** A client is gone. */
  end(session: Session): void;
}

export interface TasksOptions {
  readonly yard: Yard & Relay;
  readonly clock: Clock;
  /** An id that nobody can guess. */
  newTaskId(): string;
}

/** No tasks yet. */
export function createTasks({ yard, clock, newTaskId }: TasksOptions): Tasks {
  const known = new KnownTasks<Session>({ clock, newId: newTaskId });
  const watching = { yard, known, watches: new Subscriptions<Session>() };
  const routing = { yard, known, clock, listWaitMs: () => yard.configuration().settings.listWaitMs };
  const running = new Set(yard.servers().flatMap(({ key, state }) => (state === 'running' ? key : [])));

  const definitionOf = (server: string) => yard.configuration().servers.find(({ key }) => key === server);
  const makesAny = (server: string, session: Session): boolean =>
    makesTasks(yard.greeting(server), session.isStateless);

  return {
    handlers: {
      ...createTaskRelayHandlers(routing),
      'tasks/list': createTaskListHandler(routing),
      [TASK_METHODS.watch]: createWatchHandler(watching),
    },
    showAnswer(answer, request, session) {
      if (request.task === undefined && !makesAny(request.server, session)) return answer;
      const { isStateless, respondent } = session;
      return showAnswer(answer, { ...request, client: session, isStateless, home: respondent.session }, known);
    },
    showReport(server, report, session) {
      if (!makesAny(server, session)) return report;
      const task = findRelated(server, report, session);
      return task === undefined ? report : showRelated(report, task);
    },
    showQuestion(server, question, session) {
      const task = makesAny(server, session) ? findRelated(server, question.frame, session) : undefined;
      return task === undefined ? question : showQuestion(question, task);
    },
    routeNotice: (said) => routeTaskNotice(said, watching),
    isAboutTask,
    put: (question) => putTaskQuestion(question, known),
    follow(status) {
      const { key, state } = status;
      const wasRunning = running.delete(key);
      if (state === 'running') {
        running.add(key);
        if (!wasRunning) renewWatches(watching, status);
      } else if (isEndedByStop(key)) known.lose(key);
    },
    end(session) {
      endWatches(watching, session);
      known.disown(session);
      if (session.respondent.transient === true) return;
      for (const { key, sharing } of yard.configuration().servers) {
        if (sharing === 'per-session') known.lose(key, session.respondent.session);
      }
    },
  };

  function findRelated(server: string, frame: Frame, client: Session): ReturnType<typeof known.findNamed> {
    const related = relatedTaskOf(frame);
    return related === undefined ? undefined : known.findNamed(server, related, { client });
  }

  /** Servers elsewhere go on without us, and copies that sessions have for themselves end with these. */
  function isEndedByStop(server: string): boolean {
    const definition = definitionOf(server);
    return definition?.kind !== 'url' && definition?.sharing !== 'per-session';
  }
}

const NOT_ASKED: AskedQuestion = { cancel: () => undefined };

/**
 * Puts a question about a task to the client whose task it is, whatever else is in flight; `undefined` where the task is
 * not known here.
 */
function putTaskQuestion(
  { server, question, session: home }: UnrelatedQuestion,
  known: KnownTasks<Session>,
): AskedQuestion | undefined {
  const related = relatedTaskOf(question.frame);
  const task = related === undefined ? undefined : known.findNamed(server, related, { home });
  if (task === undefined) return undefined;
  const refuse = (code: number, message: string): AskedQuestion => {
    void question.onAnswer(createErrorResponse(0, { code, message }));
    return NOT_ASKED;
  };
  const { owner } = task;
  if (owner === undefined) return refuse(ERROR_CODES.internal, 'The client whose task it is has left.');
  const missing = findMissingCapability(owner.respondent, question.frame);
  if (missing !== undefined) return refuse(ERROR_CODES.methodNotFound, `The client does not support ${missing}.`);
  return owner.put(question, server, owner.placeOf(task.id));
}

/** Whether a question says that it is about a task. */
function isAboutTask({ question }: UnrelatedQuestion): boolean {
  return relatedTaskOf(question.frame) !== undefined;
}
