import {
  CATALOGUE_KINDS,
  CONTROL_ENDING,
  createNotification,
  reportBug,
  ShortTermMap,
  toCapabilitySet,
  type CatalogueKind,
  type Clock,
  type Frame,
  type Link,
  type Log,
  type Pressure,
  type Relay,
  type Yard,
  type YardEvent,
} from '@toolyard/core';
import { createControlHandlers, type YardProgram } from './control/create-control-handlers.ts';
import { createOffer, type NamingOverride, type Offer } from './offer/create-offer.ts';
import { createElicitationOwners, type ElicitationOwners } from './questions/create-elicitation-owners.ts';
import { putUnrelated } from './questions/put-unrelated.ts';
import { tellRootsChanged, tellRootsLeft } from './questions/tell-roots-changed.ts';
import { createInitializeHandler, type GatewayInfo } from './relay/answer-initialize.ts';
import { createClientStateReplay, type ClientStateReplay } from './relay/create-client-state-replay.ts';
import { createListHandler } from './relay/create-list-handler.ts';
import { findWanting, type NoticeReceivers, type Sessions } from './notices/find-wanting.ts';
import { isProtocolLogLevel, type ProtocolLogLevel } from './session/protocol-log-level.ts';
import { createPromptHandler, createToolCallHandler } from './relay/route-named.ts';
import {
  createCompletionHandler,
  createReadHandler,
  createSubscribeHandler,
  createUnsubscribeHandler,
} from './relay/route-resources.ts';
import { Session, type RequestHandler, type SessionClient, type SessionHost } from './session/session.ts';
import { Subscriptions } from './notices/subscriptions.ts';
import { ERROR_CODES } from './session/to-json-rpc-error.ts';
import { createTasks, type Tasks } from './tasks/create-tasks.ts';

/** The yard as one MCP server, for any number of clients. */
export interface Gateway {
  /** Serves one client until its link ends. */
  accept(link: Link, options?: AcceptOptions): { readonly ended: Promise<void> };
  /** The name under which clients see a tool. */
  exposedName(toolId: string): string | undefined;
  /** What a name that somebody wrote stands for: an exposed name, a tool id, or a bare name that only one server has. */
  resolveTool(name: string): ReturnType<Offer['resolve']>;
  /** Ends all clients' links. */
  stop(): Promise<void>;
}

/** Where a client came from decides what it may do. */
export interface AcceptOptions {
  /** It may also use the methods of our own. */
  readonly trusted?: boolean;
  /** It came over the network: who its user is, is not for it to say, so `_meta.user_id` goes no further. */
  readonly remote?: boolean;
  /** The session that this link is only a part of, as with clients that have none of their own. */
  readonly session?: string;
  /** That session is one client's alone, so that what a server asks may reach it by any of its links. */
  readonly oneClient?: boolean;
}

export interface GatewayOptions extends NamingOverride {
  readonly yard: Yard & Relay;
  readonly clock: Clock;
  readonly log: Log;
  readonly info: GatewayInfo;
  /** An id for a task that nobody can guess, since whoever has it may use the task. */
  newTaskId(): string;
  /** Who runs the yard, for those who may use the methods of our own; they cannot ask where it is absent. */
  readonly program?: YardProgram;
}

/** A gateway without clients yet. */
export function createGateway(options: GatewayOptions): Gateway {
  const { yard } = options;
  const offer = createOffer(yard, options);
  // By numbers: each stateless request is one for as long as it takes.
  const sessions = new ShortTermMap<number, Session>();
  let accepted = 0;
  let named = 0;
  const subscriptions = new Subscriptions<Session>();
  const elicitations = createElicitationOwners<Session>();
  const tasks = createTasks(options);
  const control = createControlHandlers(yard, options.program && withNotice(options.program, sessions));
  const stateReplay = createClientStateReplay(yard, {
    levels: () => wantedLevels([...sessions.values()]),
    urisOf: (server) => subscriptions.urisOf(server),
  });
  const handlers = createHandlers({ ...options, offer, subscriptions, stateReplay, tasks });

  function follow(event: YardEvent): void {
    if (event.type === 'catalogue-changed') {
      const { kind, server, set } = event;
      if (set === undefined) offer.update(kind, server);
      for (const session of sessions.values()) if (set === undefined || isOfSet(session, set)) session.announce(kind);
    } else if (event.type === 'server-changed') {
      offer.follow(event.status);
      stateReplay.follow(event.status);
      tasks.follow(event.status);
    } else if (event.type === 'configuration-changed') {
      offer.reconfigure();
      subscriptions.keep((server) => yard.server(server) !== undefined);
      for (const session of sessions.values()) for (const kind of CATALOGUE_KINDS) session.announce(kind);
    }
  }

  function end(session: Session): void {
    sessions.delete(session.about.number);
    elicitations.forget(session);
    tasks.end(session);
    if (session.respondent.transient !== true) yard.endSession(session.respondent.session);
    tellRootsLeft(yard, session, sessions.values());
    for (const subscription of subscriptions.removeAll(session)) stateReplay.unsubscribe(subscription);
  }

  const onBug = (error: unknown): void => reportBug(options.log, error);
  const host = createHost(options, { offer, sessions, elicitations, tasks, handlers, onEnd: end, onBug });
  const trustedHost = { ...host, handlers: { ...handlers, ...control } };
  yard.on(follow);
  listenToServers(yard, { sessions, subscriptions, elicitations, tasks });
  return {
    exposedName: (toolId) => offer.exposedName('tools', toolId),
    resolveTool: (name) => offer.resolve('tools', name),
    accept(link, about = {}) {
      const client = toClient(about, ++accepted, about.session ?? `client-${++named}`);
      const session = new Session(link, client, client.isTrusted ? trustedHost : host);
      sessions.set(client.number, session);
      return session;
    },
    async stop() {
      await Promise.all([...sessions.values()].map((session) => session.close()));
    },
  };
}

/** The same program, whose end is told to whoever passes on the messages of clients. */
function withNotice({ about, end }: YardProgram, sessions: Sessions): YardProgram {
  if (end === undefined) return { about };
  return {
    about,
    end() {
      for (const session of sessions.values()) void session.deliver(createNotification(CONTROL_ENDING));
      end();
    },
  };
}

/** Whether a client is one of those with a set of capabilities, by which servers may offer different things. */
function isOfSet({ respondent }: Session, set: string): boolean {
  return toCapabilitySet(respondent.capabilities) === set;
}

function toClient({ trusted, remote, session, oneClient }: AcceptOptions, number: number, name: string): SessionClient {
  return {
    number,
    name,
    isTransient: session !== undefined,
    isOneClient: oneClient === true,
    isTrusted: trusted === true,
    isRemote: remote === true,
  };
}

/** Passes on what servers say and ask without a request. */
function listenToServers(yard: Relay, { tasks, ...receivers }: NoticeReceivers & { readonly tasks: Tasks }): void {
  yard.onNotification((server, notification, session) => {
    const notice = { server, notification, session };
    const task = tasks.routeNotice(notice);
    return task === undefined
      ? deliver(notification, findWanting(notice, receivers))
      : deliver(task.notice, task.wanting);
  });
  yard.onQuestion((server, question, session) => {
    const asked = { server, question, session };
    return tasks.isAboutTask(asked) ? tasks.put(asked) : putUnrelated(asked, [...receivers.sessions.values()]);
  });
}

/** A client that asked for none still wants what servers mostly send; where nobody asked, servers are left alone. */
function wantedLevels(sessions: readonly Session[]): readonly ProtocolLogLevel[] {
  const isAsked = sessions.some((session) => session.logLevel !== undefined);
  return isAsked ? sessions.map((session) => session.logLevel ?? 'info') : [];
}

interface HostParts extends Pick<SessionHost, 'handlers' | 'onEnd' | 'onBug'> {
  readonly offer: Offer;
  readonly sessions: Sessions;
  readonly elicitations: ElicitationOwners<Session>;
  readonly tasks: Tasks;
}

function createHost({ yard, clock }: GatewayOptions, parts: HostParts): SessionHost {
  const { offer, sessions, elicitations, tasks, handlers, onEnd, onBug } = parts;
  return {
    yard,
    clock,
    handlers,
    isAlone: () => sessions.size < 2,
    onResult: (server, answer) => offer.learn(server, answer),
    onError: (server, answer, session) => elicitations.noteError(server, answer, session),
    onQuestion: (server, question, session) => elicitations.noteQuestion(server, question, session),
    showAnswer: tasks.showAnswer,
    showReport: tasks.showReport,
    showQuestion: tasks.showQuestion,
    onRoots: (session) => tellRootsChanged(yard, session, sessions.values()),
    onEnd,
    onBug,
  };
}

function deliver(notification: Frame, wanting: readonly Session[]): Pressure {
  const busy = wanting.flatMap((session) => session.deliver(notification) ?? []);
  return busy.length === 0 ? undefined : Promise.all(busy).then(() => undefined);
}

interface HandlerOptions extends GatewayOptions {
  readonly offer: Offer;
  readonly subscriptions: Subscriptions<Session>;
  readonly stateReplay: ClientStateReplay;
  readonly tasks: Tasks;
}

function createHandlers(options: HandlerOptions): Readonly<Record<string, RequestHandler>> {
  const { yard, info } = options;
  const routing = { ...options, listWaitMs: () => yard.configuration().settings.listWaitMs };
  const list = (kind: CatalogueKind): RequestHandler => createListHandler(kind, routing);
  return {
    initialize: createInitializeHandler(yard, info),
    ping: ({ id, session }) => session.answer(id, '{}'),
    'tools/list': list('tools'),
    'prompts/list': list('prompts'),
    'resources/list': list('resources'),
    'resources/templates/list': list('templates'),
    'tools/call': createToolCallHandler(routing),
    'prompts/get': createPromptHandler(routing),
    'resources/read': createReadHandler(routing),
    'resources/subscribe': createSubscribeHandler(routing),
    'resources/unsubscribe': createUnsubscribeHandler(routing),
    'completion/complete': createCompletionHandler(routing),
    'logging/setLevel': createLevelHandler(options),
    ...options.tasks.handlers,
  };
}

function createLevelHandler({ stateReplay }: HandlerOptions): RequestHandler {
  return ({ id, request, session }) => {
    const level = request.param('level');
    if (!isProtocolLogLevel(level)) {
      return session.refuse(id, {
        code: ERROR_CODES.invalidParams,
        message: `Unknown log level: ${JSON.stringify(level)}`,
      });
    }
    session.wantLogs(level);
    stateReplay.shareLogLevel();
    return session.answer(id, '{}');
  };
}
