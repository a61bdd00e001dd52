import {
  CONTROL_SESSION,
  createErrorResponse,
  createNotification,
  createResponse,
  guardReceiver,
  progressTokenOf,
  ShortTermMap,
  toIdText,
  toExpired,
  ToolyardError,
  type AskedQuestion,
  type CallProgress,
  type CatalogueKind,
  type Clock,
  type Frame,
  type JsonRpcError,
  type Link,
  type ParamChanges,
  type Pressure,
  type Question,
  type Relay,
  type RequestId,
  type Respondent,
  type SentRequest,
  type Yard,
} from '@toolyard/core';
import { createClientQuestions, type ClientQuestions, type QuestionContext } from './create-client-questions.ts';
import { NO_CAPABILITIES, toPassedOn } from './to-passed-on.ts';
import { withStallTimeout, type StallLimitedSender } from './with-stall-timeout.ts';
import { isProtocolLogLevel, reaches, type ProtocolLogLevel } from './protocol-log-level.ts';
import { ERROR_CODES, toJsonRpcError } from './to-json-rpc-error.ts';
import { withoutUserId } from './without-user-id.ts';

/** The notification that announces that a list is another one. */
export const LIST_CHANGED: Readonly<Record<CatalogueKind, string>> = {
  tools: 'notifications/tools/list_changed',
  prompts: 'notifications/prompts/list_changed',
  resources: 'notifications/resources/list_changed',
  templates: 'notifications/resources/list_changed',
};

/** What a few changes that come together are announced after, in milliseconds. */
const ANNOUNCE_AFTER_MS = 50;

/** One request of a client that waits for its answer. */
export interface Incoming {
  readonly id: RequestId;
  readonly request: Frame;
  readonly session: Session;
}

/** Answers a request, or sends it on; every request is answered exactly once, now or later. */
export type RequestHandler = (incoming: Incoming) => Pressure;

/** Who a session is with. */
export interface SessionClient {
  /** Tells it from all other sessions of its gateway. */
  readonly number: number;
  /** Names the session where it takes turns with others, and among servers that each session has for itself. */
  readonly name: string;
  /** Other links belong to the same session, before and after this one. */
  readonly isTransient: boolean;
  /** Those links are all of one client. */
  readonly isOneClient: boolean;
  /** Whether the client may name its session itself. */
  readonly isTrusted: boolean;
  /** Whether it came over the network, where nobody may say who the user is. */
  readonly isRemote: boolean;
}

/** What sessions are part of; one object for many, which is quicker than one for each. */
export interface SessionHost {
  /** What answers the requests of clients, by methods. */
  readonly handlers: Readonly<Record<string, RequestHandler>>;
  readonly yard: Yard & Relay;
  readonly clock: Clock;
  /** Whether this is the only session. */
  readonly isAlone: () => boolean;
  /** Called with every result of a server before the client has it. */
  onResult(server: string, answer: Frame): void;
  /** Called with every error of a server before the client has it. */
  onError(server: string, answer: Frame, session: Session): void;
  /** Called with every question of a server before the client has it. */
  onQuestion(server: string, question: Frame, session: Session): void;
  /** An answer of a server as the client gets it. */
  showAnswer(answer: Frame, request: AnsweredRequest, session: Session): Frame;
  /** Progress of a request as the client gets it, but for its token. */
  showReport(server: string, report: Frame, session: Session): Frame;
  /** A question of a server as the client gets it. */
  showQuestion(server: string, question: Question, session: Session): Question;
  /** The client's roots are known now, or others. */
  onRoots(session: Session): void;
  onEnd(session: Session): void;
  /** Told of what was thrown and concerns no client. */
  readonly onBug: (error: unknown) => void;
}

/** What is remembered of a request until its answer is there; its message is not, since that can be large. */
export interface AnsweredRequest {
  readonly server: string;
  /** The client wants a task to be made of it. */
  readonly isAugmented: boolean;
  readonly progressToken: RequestId | undefined;
  /** The task that it is about, by our id. */
  readonly task?: string | undefined;
}

/** Where a request goes, and what is different for the server. */
export interface Route {
  readonly server: string;
  readonly changes?: ParamChanges;
  /** The server's own name of the tool or prompt that is asked for. */
  readonly name?: string;
  /** The task that the request is about, by our id. */
  readonly task?: string;
  /** The answer to the client where the yard has none from the server. */
  readonly toLost?: ((error: ToolyardError, id: RequestId) => Frame) | undefined;
  /** Called before the client is told that it did not work. */
  onRefused?(): void;
  /** Called before the client has its result. */
  onAccepted?(): void;
}

/** A respondent whose client may still say something about itself. */
type ChangingRespondent = { -readonly [Name in keyof Respondent]: Respondent[Name] };

/** One gateway client, from the first message to the end of its link. */
export class Session {
  readonly ended: Promise<void>;
  /** Whom it is with. */
  readonly about: SessionClient;
  readonly #respondent: ChangingRespondent;
  readonly #questions: ClientQuestions;
  #logLevel: ProtocolLogLevel | undefined;
  readonly #link: Link;
  readonly #client: StallLimitedSender;
  readonly #host: SessionHost;
  readonly #open = new ShortTermMap<RequestId, SentRequest | undefined>();
  /** The tasks whose results are waited for, by requests. */
  readonly #awaited = new Map<RequestId, string>();
  readonly #listed = new Set<CatalogueKind>();
  readonly #announcements = new Set<string>();

  constructor(link: Link, about: SessionClient, host: SessionHost) {
    this.#link = link;
    this.#client = withStallTimeout({ link, clock: host.clock, isAlone: host.isAlone });
    this.about = about;
    this.#host = host;
    this.#respondent = { session: about.name, capabilities: NO_CAPABILITIES, transient: about.isTransient };
    if (about.isOneClient) this.#respondent.client = about.name;
    this.#questions = createClientQuestions({ send: this.#client.send, clock: host.clock });
    this.ended = link.closed.then(() => this.#end());
    const receive = (frame: Frame): Pressure => this.#receive(about.isRemote ? withoutUserId(frame) : frame);
    link.receive(guardReceiver(link, receive, host.onBug));
  }

  /** Whom servers ask; the same one for all requests of this client. */
  get respondent(): Respondent {
    return this.#respondent;
  }

  /** The client speaks the revision without handshake: only its links are parts of a session. */
  get isStateless(): boolean {
    return this.#respondent.transient === true;
  }

  /** The level the client asked for; none means all. */
  get logLevel(): ProtocolLogLevel | undefined {
    return this.#logLevel;
  }

  /** The client wants log messages from this level on. */
  wantLogs(level: ProtocolLogLevel): void {
    this.#logLevel = level;
    this.#respondent.logLevel = level;
  }

  /** The client has said what it can be asked. */
  introduce(capabilities: Readonly<Record<string, unknown>>): void {
    this.#respondent.capabilities = toPassedOn(capabilities, this.isStateless);
  }

  /** Puts a question of a server to the client. */
  put(question: Question, server: string, place: QuestionContext = {}): AskedQuestion {
    this.#host.onQuestion(server, question.frame, this);
    return this.#questions.put(this.#host.showQuestion(server, question, this), place);
  }

  /** Where a question about a task belongs: to the request that waits for the result of that task, if there is one. */
  placeOf(task: string): QuestionContext {
    const [relatedTo] = [...this.#awaited].findLast(([, awaited]) => awaited === task) ?? [];
    return relatedTo === undefined ? {} : { relatedTo };
  }

  /** Ends the client's link. */
  close(): Promise<void> {
    return this.#link.close();
  }

  /** Sends a result of the gateway's own. */
  answer(id: RequestId, resultJson: string): Pressure {
    return this.#conclude(id, createResponse(id, resultJson));
  }

  /** Sends an error of the gateway's own. */
  refuse(id: RequestId, error: JsonRpcError): Pressure {
    return this.#conclude(id, createErrorResponse(id, error));
  }

  /** Answers a request that no server can be sent. */
  lose(id: RequestId, error: ToolyardError, toLost: NonNullable<Route['toLost']> = refuseLost): Pressure {
    return this.#conclude(id, toLost(error, id));
  }

  /** Whether the client has been given this list before. */
  hasListed(kind: CatalogueKind): boolean {
    return this.#listed.has(kind);
  }

  /** The client gets this list now; from here on its changes are announced. */
  noteListed(kind: CatalogueKind): void {
    this.#listed.add(kind);
  }

  /** Tells the client that a list is another one, if it ever asked for it. */
  announce(kind: CatalogueKind): void {
    const method = LIST_CHANGED[kind];
    if (!this.#listed.has(kind) || this.#announcements.has(method)) return;
    this.#announcements.add(method);
    this.#host.clock.after(ANNOUNCE_AFTER_MS, () => {
      this.#announcements.delete(method);
      void this.#client.send(createNotification(method));
    });
  }

  /** Passes on what a server said unasked, if this client wants it. */
  deliver(notification: Frame): Pressure {
    if (notification.method === 'notifications/message' && !this.#wantsLog(notification)) return undefined;
    return this.#client.send(notification);
  }

  /** Sends a request on to a server; the answer comes back under the client's id. */
  forward(request: Frame, { server, changes, toLost = refuseLost, ...route }: Route): void {
    const { id } = request;
    if (id === undefined || !this.#open.has(id)) return;
    const token = progressTokenOf(request);
    const { method } = request;
    const isAugmented = request.paramSpan('task') !== undefined;
    const answered: AnsweredRequest = { server, isAugmented, progressToken: token, task: route.task };
    if (route.task !== undefined && method === 'tasks/result') this.#awaited.set(id, route.task);
    const sent = this.#host.yard.request(server, {
      frame: request,
      session: this.#respondent.session,
      changes,
      name: route.name,
      onAnswer: (answer) => {
        if (ToolyardError.is(answer) || answer.span('error') !== undefined) route.onRefused?.();
        else route.onAccepted?.();
        return this.#conclude(id, ToolyardError.is(answer) ? toLost(answer, id) : this.#show(answer, answered, id));
      },
      onProgress: token === undefined ? undefined : (report) => this.#progress(server, report, { token, id }),
      respondent: this.#respondent,
      onQuestion: (question) =>
        this.put(question, server, { relatedTo: id, onExpired: () => this.#giveUp(id, server, toLost) }),
    });
    this.adopt(id, sent);
  }

  /** Whether a request still waits for its answer. */
  isOpen(id: RequestId): boolean {
    return this.#open.has(id);
  }

  /** Lets a cancellation by the client reach whoever works on the request. */
  adopt(id: RequestId, sent: SentRequest): void {
    if (this.#open.has(id)) this.#open.set(id, sent);
  }

  /** Sends progress of the gateway's own under the client's token, if it gave one. */
  report(request: Frame, progress: CallProgress): void {
    const { id } = request;
    const progressToken = progressTokenOf(request);
    if (progressToken === undefined || id === undefined || !this.#open.has(id)) return;
    const report = createNotification('notifications/progress', { progressToken: '', ...progress });
    void this.#report(withToken(report, progressToken), id);
  }

  #receive(frame: Frame): Pressure {
    const { id, method } = frame;
    if (method === undefined) {
      this.#questions.take(frame);
      return undefined;
    }
    if (id === undefined) return this.#notice(frame);
    if (this.#open.has(id)) {
      const message = `The id ${toIdText(id)} belongs to a request that is still open`;
      return this.#client.send(createErrorResponse(id, { code: ERROR_CODES.invalidRequest, message }));
    }
    this.#open.set(id, undefined);
    const { handlers } = this.#host;
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (handler !== undefined) return handler({ id, request: frame, session: this });
    return this.refuse(id, { code: ERROR_CODES.methodNotFound, message: `Method not found: ${method}` });
  }

  #notice(notification: Frame): undefined {
    switch (notification.method) {
      case 'notifications/cancelled':
        return this.#cancel(notification);
      case 'notifications/initialized':
      case 'notifications/roots/list_changed':
        this.#host.onRoots(this);
        return undefined;
      case CONTROL_SESSION:
        return this.#rename(notification.param('session'), notification.param('oneClient') === true);
      default:
        return undefined;
    }
  }

  /** Whoever passes on the messages of a client knows which session it belongs to. */
  #rename(name: unknown, isOneClient: boolean): undefined {
    if (!this.about.isTrusted || typeof name !== 'string') return;
    this.#respondent.session = name;
    this.#respondent.transient = true;
    if (isOneClient) this.#respondent.client = name;
  }

  /** What the client gets of a server's answer; an error where that cannot be read, so that it does not wait for ever. */
  #show(answer: Frame, request: AnsweredRequest, id: RequestId): Frame {
    const { server } = request;
    try {
      if (answer.span('error') === undefined) this.#host.onResult(server, answer);
      else this.#host.onError(server, answer, this);
      return this.#host.showAnswer(answer, request, this).withId(id);
    } catch (error) {
      this.#host.onBug(error);
      const message = `Server "${server}" gave an answer that could not be read`;
      return createErrorResponse(id, { code: ERROR_CODES.internal, message });
    }
  }

  /** A question that nobody answers ends the request that caused it. */
  #giveUp(id: RequestId, server: string, toLost: NonNullable<Route['toLost']>): void {
    this.#open.get(id)?.cancel('its question was not answered within 10 minutes');
    void this.#conclude(id, toLost(toExpired(server), id));
  }

  #cancel(notification: Frame): undefined {
    const id = notification.paramId('requestId');
    const reason = notification.param('reason');
    if (id === undefined) return;
    this.#open.get(id)?.cancel(typeof reason === 'string' ? reason : undefined);
    this.#open.delete(id);
    this.#awaited.delete(id);
  }

  /** Sends the one answer to a request; a request that was cancelled meanwhile gets none. */
  #conclude(id: RequestId, answer: Frame): Pressure {
    this.#awaited.delete(id);
    return this.#open.delete(id) ? this.#client.send(answer) : undefined;
  }

  #progress(
    server: string,
    report: Frame,
    { token, id }: { readonly token: RequestId; readonly id: RequestId },
  ): Pressure {
    return this.#report(withToken(this.#host.showReport(server, report, this), token), id);
  }

  #report(progress: Frame, id: RequestId): Pressure {
    return this.#client.isStuck() ? undefined : this.#client.send(progress, id);
  }

  /** What is only of interest now is not kept for a client that takes nothing: there is no end to it. */
  #wantsLog(notification: Frame): boolean {
    if (this.#client.isStuck()) return false;
    const level = notification.param('level');
    return this.#logLevel === undefined || !isProtocolLogLevel(level) || reaches(level, this.#logLevel);
  }

  #end(): void {
    for (const sent of this.#open.values()) sent?.cancel('the client is gone');
    this.#open.clear();
    this.#questions.end();
    this.#host.onEnd(this);
  }
}

function refuseLost(error: ToolyardError, id: RequestId): Frame {
  return createErrorResponse(id, toJsonRpcError(error));
}

function withToken(report: Frame, token: RequestId): Frame {
  const span = report.paramSpan('progressToken');
  return span === undefined ? report : report.edited([{ span, text: toIdText(token) }]);
}
