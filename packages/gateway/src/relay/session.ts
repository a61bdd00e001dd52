import {
  createErrorResponse,
  createNotification,
  createResponse,
  ToolyardError,
  type CallProgress,
  type CatalogueKind,
  type Clock,
  type Frame,
  type JsonRpcError,
  type Link,
  type ParamChanges,
  type Pressure,
  type Relay,
  type RequestId,
  type SentRequest,
  type Yard,
} from '@toolyard/core';
import { createPatientSender, type PatientSender } from './create-patient-sender.ts';
import { isLogLevel, reaches, type LogLevel } from './log-level.ts';
import { ERROR_CODES, toJsonRpcError } from './to-json-rpc-error.ts';

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
export type Handler = (incoming: Incoming) => Pressure;

/** What a session is part of. */
export interface SessionHost {
  /** Names the session where it takes turns with others. */
  readonly name: string;
  readonly yard: Yard & Relay;
  readonly clock: Clock;
  /** Whether this is the only session. */
  readonly isAlone: () => boolean;
  /** Called with every result of a server before the client has it. */
  onResult(server: string, answer: Frame): void;
  onEnd(session: Session): void;
}

/** Where a request goes, and what is different for the server. */
export interface Route {
  readonly server: string;
  readonly changes?: ParamChanges;
  /** The answer to the client where the yard has none from the server. */
  toLost?(error: ToolyardError, id: RequestId): Frame;
  /** Called before the client is told that it did not work. */
  onRefused?(): void;
}

/** One gateway client, from the first message to the end of its link. */
export class Session {
  readonly ended: Promise<void>;
  /** The level the client asked for; none means all. */
  logLevel: LogLevel | undefined;
  readonly #link: Link;
  readonly #client: PatientSender;
  readonly #host: SessionHost;
  readonly #handlers: Readonly<Record<string, Handler>>;
  readonly #open = new Map<RequestId, SentRequest | undefined>();
  readonly #listed = new Set<CatalogueKind>();
  readonly #announcements = new Set<string>();

  constructor(link: Link, host: SessionHost, handlers: Readonly<Record<string, Handler>>) {
    this.#link = link;
    this.#client = createPatientSender({ link, clock: host.clock, isAlone: host.isAlone });
    this.#host = host;
    this.#handlers = handlers;
    this.ended = link.closed.then(() => this.#end());
    link.receive((frame) => this.#receive(frame));
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
  forward(request: Frame, { server, changes, toLost = refuseLost, onRefused }: Route): void {
    const { id } = request;
    if (id === undefined || !this.#open.has(id)) return;
    const token = progressTokenOf(request);
    const sent = this.#host.yard.request(server, {
      frame: request,
      session: this.#host.name,
      changes,
      onAnswer: (answer) => {
        if (ToolyardError.is(answer) || answer.span('error') !== undefined) onRefused?.();
        else this.#host.onResult(server, answer);
        if (ToolyardError.is(answer)) return this.#conclude(id, toLost(answer, id));
        return this.#conclude(id, answer.withId(id));
      },
      onProgress: token === undefined ? undefined : (report) => this.#report(withToken(report, token), id),
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
    void this.#report(createNotification('notifications/progress', { progressToken, ...progress }), id);
  }

  #receive(frame: Frame): Pressure {
    const { id, method } = frame;
    if (method === undefined) return undefined;
    if (id === undefined) return this.#notice(frame);
    if (this.#open.has(id)) {
      const message = `The id ${JSON.stringify(id)} belongs to a request that is still open`;
      return this.#client.send(createErrorResponse(id, { code: ERROR_CODES.invalidRequest, message }));
    }
    this.#open.set(id, undefined);
    const handler = Object.hasOwn(this.#handlers, method) ? this.#handlers[method] : undefined;
    if (handler !== undefined) return handler({ id, request: frame, session: this });
    return this.refuse(id, { code: ERROR_CODES.methodNotFound, message: `Method not found: ${method}` });
  }

  #notice(notification: Frame): undefined {
    if (notification.method !== 'notifications/cancelled') return;
    const id = notification.param('requestId');
    const reason = notification.param('reason');
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#open.get(id)?.cancel(typeof reason === 'string' ? reason : undefined);
    this.#open.delete(id);
  }

  /** Sends the one answer to a request; a request that was cancelled meanwhile gets none. */
  #conclude(id: RequestId, answer: Frame): Pressure {
    return this.#open.delete(id) ? this.#client.send(answer) : undefined;
  }

  #report(progress: Frame, id: RequestId): Pressure {
    return this.#client.isStuck() ? undefined : this.#client.send(progress, id);
  }

  /** What is only of interest now is not kept for a client that takes nothing: there is no end to it. */
  #wantsLog(notification: Frame): boolean {
    if (this.#client.isStuck()) return false;
    const level = notification.param('level');
    return this.logLevel === undefined || !isLogLevel(level) || reaches(level, this.logLevel);
  }

  #end(): void {
    for (const sent of this.#open.values()) sent?.cancel('the client is gone');
    this.#open.clear();
    this.#host.onEnd(this);
  }
}

function refuseLost(error: ToolyardError, id: RequestId): Frame {
  return createErrorResponse(id, toJsonRpcError(error));
}

function progressTokenOf(request: Frame): RequestId | undefined {
  const meta = request.param('_meta');
  if (typeof meta !== 'object' || meta === null || !('progressToken' in meta)) return undefined;
  const { progressToken } = meta;
  return typeof progressToken === 'string' || typeof progressToken === 'number' ? progressToken : undefined;
}

function withToken(report: Frame, token: RequestId): Frame {
  const span = report.paramSpan('progressToken');
  return span === undefined ? report : report.edited([{ span, text: JSON.stringify(token) }]);
}
