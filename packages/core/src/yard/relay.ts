import type { CatalogueEntry, CatalogueKind } from '../catalogue/catalogue.ts';
import type { Configuration } from '../config/configuration.ts';
import type { ParamChanges } from '../frame/edit-params.ts';
import type { Frame } from '../frame/frame.ts';
import type { Pressure } from '../link/link.ts';
import type { ToolyardError } from '../error/toolyard-error.ts';

/** What a server says about itself when a link to it is made. */
export interface ServerIntroduction {
  readonly protocolVersion: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly instructions?: string;
  /** It speaks the revision without handshake. */
  readonly stateless?: true;
}

/**
 * Whoever a server may ask: a gateway client, or a person where Toolyard itself calls. Told from others by identity.
 *
 * All requests of one handshake-era client share one; each request of a stateless client has its own.
 */
export interface Respondent {
  /** Servers with `sharing: per-session` have one copy for each of these. */
  readonly session: string;
  /** Names the client that it is a part of, where others are known to be of the same one; itself alone where absent. */
  readonly client?: string;
  /** What it can be asked, in the words of the protocol's client capabilities. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** It is put what it cannot be asked too, and refuses that itself, since it wants to know of it. */
  readonly refusesItself?: boolean;
  /** Nobody tells when the session is over, so what was started for it alone ends when it was unused for a while. */
  readonly transient?: boolean;
  /** The least serious log messages it wants, which a server of its own is told; the server's choice where absent. */
  readonly logLevel?: string | undefined;
}

/** What a server asks: sampling, elicitation or roots. */
export interface Question {
  /** The server's request; whoever passes it on gives it an id of its own. */
  readonly frame: Frame;
  /** Called exactly once, with the answer (its id is replaced) or the reason why there is none. */
  onAnswer(answer: Frame | ToolyardError): Pressure;
}

/** A question that was asked and can be taken back. */
export interface AskedQuestion {
  /** Nobody waits for the answer any more; `onAnswer` is not called. */
  cancel(reason?: string): void;
}

/** A request on its way through the yard. */
export interface RelayedRequest {
  /** Its id is replaced by one of the server's link. */
  readonly frame: Frame;
  /** What the server gets to see differently; made in one go when the request is sent. */
  readonly changes?: ParamChanges | undefined;
  /** The server's own name of the tool or prompt that is asked for; the one in the message where absent. */
  readonly name?: string | undefined;
  /** Who takes turns with others where calls have to wait; one common session where it is absent. */
  readonly session?: string | undefined;
  /** Called exactly once, with the server's answer (its id still the link's) or with the reason why there is none. */
  onAnswer(answer: Frame | ToolyardError): Pressure;
  /** Called for each progress notification of this request, unchanged; asks the server for progress when present. */
  readonly onProgress?: ((notification: Frame) => Pressure) | undefined;
  /** Who asked, and what it can be asked back; one that can be asked nothing where absent. */
  readonly respondent?: Respondent | undefined;
  /** Puts a question to the respondent that the server asks because of this request; refused where absent. */
  readonly onQuestion?: ((question: Question) => AskedQuestion) | undefined;
}

/** A request that was sent and can be taken back. */
export interface SentRequest {
  /** Tells the server to give up; `onAnswer` is not called any more. */
  cancel(reason?: string): void;
}

/** Frames in and out of the servers of a yard, for whoever passes them on unread. */
export interface Relay {
  /** The configuration that runs now. */
  configuration(): Configuration;
  /** Why that is not what its file says now, for people; `undefined` where it is. */
  configurationProblem(): string | undefined;
  /** Why a message of a client goes no further: it came through this yard before, or through too many. */
  checkChain(message: Frame): ToolyardError | undefined;
  /**
   * Sends to a running server. Where there is no answer `onAnswer` gets `server-unavailable` if the request never left,
   * `connection-lost` if it had. A `tools/call` is one of the yard's calls: it waits for its turn.
   */
  request(server: string, request: RelayedRequest): SentRequest;
  /** Sends a notification on the links that all share or, where a session is given, on those that are its own. */
  notify(server: string, notification: Frame, session?: string): void;
  /** A session is over: what was started for it alone ends. */
  endSession(session: string): void;
  /**
   * Sets who gets the questions that belong to no request in flight, such as `roots/list` after a start; where nobody
   * takes one (`undefined`), it is refused. `session` is whose own link it came on, if it is one's own.
   */
  onQuestion(listener: QuestionListener): () => void;
  /** Why a server takes no requests now, and what happens next, for people. */
  explain(server: string): string;
  /**
   * What a server offers to a respondent, in its own order; the same array until that changes. Where each session has the
   * server for itself, that depends on what the respondent can be asked, and is nothing until it is known.
   */
  listFor(respondent: Respondent, kind: CatalogueKind, server: string): readonly CatalogueEntry[];
  /** Finds out what is not known of that yet; resolves when it is, or cannot be. `undefined` where all of it is known. */
  learnLists(respondent: Respondent): Promise<void> | undefined;
  /** What the server said about itself when it started; `undefined` while it is not running. */
  greeting(server: string): ServerIntroduction | undefined;
  /** Calls `listener` for every notification that is not the progress of a request; `session` as with questions. */
  onNotification(listener: NotificationListener): () => void;
}

/** Takes a question that belongs to no request, or leaves it. */
export type QuestionListener = (server: string, question: Question, session?: string) => AskedQuestion | undefined;

/** Takes what a server says unasked. */
export type NotificationListener = (server: string, notification: Frame, session?: string) => Pressure;
