import {
  createErrorResponse,
  createResponse,
  explainSeveral,
  explainShared,
  findRelatedTask,
  toIdText,
  ToolyardError,
  type AskedQuestion,
  type Frame,
  type JsonRpcError,
  type Link,
  type Pressure,
  type Question,
  type RequestId,
  type Respondent,
} from '@toolyard/core';
import type { QuestionLimit } from './create-question-limit.ts';
import {
  findNewestOf,
  findOther,
  findOwner,
  type OpenRequests,
  type Owner,
  type QuestionOrigin,
} from './find-owner.ts';
import { OpenQuestions, type OpenQuestion } from './open-questions.ts';
import { toUnsupported } from './to-unsupported.ts';

/** The questions of a server on one link; each of them ends exactly once. */
export interface Questions {
  /** Takes a request of the server. */
  take(question: Frame, relatedTo?: RequestId): Pressure;
  /** The server does not want the answer any more. */
  withdraw(id: RequestId | undefined): void;
  /** A request is over: what the server asked because of it is taken back. */
  release(request: number): void;
  /** The link is gone, and with it whoever wanted the answers. */
  end(): void;
}

export interface QuestionsOptions {
  readonly link: Pick<Link, 'send'>;
  readonly open: OpenRequests;
  /** The server's key. */
  readonly server: string;
  /** Whether the link is one session's alone. */
  readonly isOwnLink?: boolean;
  /** Bounds the questions of several links together. */
  readonly questionLimit?: QuestionLimit | undefined;
  /** Takes a question that belongs to no request, or leaves it. */
  readonly onUnrelated?: ((question: Question) => AskedQuestion | undefined) | undefined;
}

interface Taken {
  readonly id: RequestId;
  readonly frame: Frame;
  readonly request?: number;
  readonly guessed?: Respondent | undefined;
}

type Ask = (question: Question) => AskedQuestion | undefined;

const QUESTIONS: readonly string[] = ['sampling/createMessage', 'elicitation/create', 'roots/list'];

/** How many may be open because of one request, or of none; a server that asks without end fills no memory. */
const MOST_OPEN = 100;

/** How many may be open on one link. */
const MOST_ON_LINK = 10_000;

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INTERNAL = -32603;

/** No questions yet. */
export function createQuestions(options: QuestionsOptions): Questions {
  const { link, open: requests, server, isOwnLink = false, questionLimit, onUnrelated } = options;
  const open = new OpenQuestions(questionLimit);

  const refuse = (id: RequestId, code: number, message: string): Pressure =>
    link.send(createErrorResponse(id, { code, message }));

  /** Answers whether somebody took it. */
  function offer({ id, frame, request, guessed }: Taken, ask: Ask | undefined): boolean {
    const entry: OpenQuestion = { request, guessed, again: toRepeatable(frame, guessed), asked: undefined };
    open.add(id, entry);
    entry.asked = ask?.({ frame, onAnswer: (answer) => settle(id, entry, answer) });
    // It may have been answered meanwhile.
    if (entry.asked !== undefined || open.get(id) !== entry) return true;
    open.remove(id);
    return false;
  }

  function put(taken: Taken, ask: Ask | undefined): Pressure {
    if (open.countOf(taken.request) >= MOST_OPEN) return refuse(taken.id, INTERNAL, toTooMany(MOST_OPEN));
    return offer(taken, ask) ? undefined : refuse(taken.id, METHOD_NOT_FOUND, toNobody(taken.frame));
  }

  function settle(id: RequestId, entry: OpenQuestion, answer: Frame | ToolyardError): Pressure {
    if (open.get(id) !== entry) return undefined;
    open.remove(id);
    return ToolyardError.is(answer) ? refuse(id, INTERNAL, answer.message) : link.send(answer.withId(id));
  }

  function takeBack(id: RequestId, reason: string): void {
    open.remove(id)?.asked?.cancel(reason);
  }

  return {
    take(frame, relatedTo) {
      const { id, method = '' } = frame;
      if (id === undefined) return undefined;
      if (method === 'ping') return link.send(createResponse(id, '{}'));
      const fault = findFault({ id, method }, open);
      if (fault !== undefined) return refuse(id, fault.code, fault.message);
      // One about a task is for the client whose task it is, whoever else is in flight.
      if (findRelatedTask(frame, 'params') !== undefined && offer({ id, frame }, onUnrelated)) return undefined;
      const owner = findOwner(requests, { relatedTo, isOwnLink, ...placeIn(open) });
      const refusal = findRefusal(owner, frame, { server, isOwnLink });
      if (refusal !== undefined) return refuse(id, refusal.code, refusal.message);
      if (owner.kind !== 'request') return put({ id, frame }, onUnrelated);
      const guessed = relatedTo === undefined ? owner.respondent : undefined;
      return put({ id, frame, request: owner.request, guessed }, owner.asker.onQuestion);
    },
    withdraw(id) {
      if (id !== undefined) takeBack(id, 'the server took the question back');
    },
    release(request) {
      for (const id of open.of(request)) {
        const { guessed, again: frame } = open.get(id) ?? {};
        const next = findNewestOf(requests, guessed);
        if (next !== undefined) open.move(id, next);
        else {
          takeBack(id, 'the request it belongs to has ended');
          const isPut = frame !== undefined && offer(...redirect({ id, frame, guessed }, open, options));
          if (!isPut) void refuse(id, INTERNAL, OVER);
        }
      }
    },
    end() {
      for (const id of open.ids()) takeBack(id, 'the connection to the server was lost');
    },
  };
}

/**
 * A server asks for roots also because they changed, while it happens to work on something. And of several requests of one
 * stateless client another one may be meant, which is a respondent of its own.
 */
function toRepeatable(frame: Frame, guessed: Respondent | undefined): Frame | undefined {
  const isRepeatable = guessed?.client !== undefined || (guessed !== undefined && frame.method === 'roots/list');
  return isRepeatable ? frame : undefined;
}

function placeIn(open: OpenQuestions): Pick<QuestionOrigin, 'isWaiting' | 'lastAsked'> {
  return { isWaiting: (request) => open.countOf(request) > 0, lastAsked: () => open.lastRequest };
}

/** Where a question goes whose request was guessed wrongly: to the same client by another request, else to whoever has roots. */
function redirect(
  { id, frame, guessed }: Taken,
  open: OpenQuestions,
  { open: requests, isOwnLink = false, onUnrelated }: QuestionsOptions,
): readonly [Taken, Ask | undefined] {
  const other = findOther(requests, { relatedTo: undefined, isOwnLink, ...placeIn(open) }, guessed);
  if (other === undefined) return [{ id, frame }, frame.method === 'roots/list' ? onUnrelated : undefined];
  return [{ id, frame, request: other.request, guessed: other.respondent }, other.asker.onQuestion];
}

const OVER = 'The request that the question belongs to has ended.';

function findFault(
  { id, method }: { readonly id: RequestId; readonly method: string },
  open: OpenQuestions,
): JsonRpcError | undefined {
  if (!QUESTIONS.includes(method)) return { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` };
  if (open.get(id) !== undefined) {
    const message = `The id ${toIdText(id)} belongs to a question that is still open`;
    return { code: INVALID_REQUEST, message };
  }
  const { limit } = open;
  if (limit?.isReached() === true) return { code: INTERNAL, message: toNoConnection(limit.most) };
  return open.size >= MOST_ON_LINK ? { code: INTERNAL, message: toTooMany(MOST_ON_LINK) } : undefined;
}

function toNobody({ method }: Frame): string {
  return `No client is connected that could be asked "${method}".`;
}

function toNoConnection(most: number): string {
  return `${most} questions of servers at URLs are open already, and each holds a connection. Wait for answers before you ask more.`;
}

function toTooMany(count: number): string {
  return `${count} questions are open already. Wait for answers before you ask more.`;
}

function findRefusal(
  owner: Owner,
  question: Frame,
  { server, isOwnLink }: { readonly server: string; readonly isOwnLink: boolean },
): JsonRpcError | undefined {
  switch (owner.kind) {
    case 'nobody':
      return undefined;
    case 'over':
      return { code: INTERNAL, message: OVER };
    case 'several':
      return { code: INTERNAL, message: isOwnLink ? explainShared(server) : explainSeveral(server) };
    default:
      return owner.respondent.refusesItself === true ? undefined : toUnsupported(owner.respondent, question);
  }
}
