import {
  createErrorResponse,
  createResponse,
  ToolyardError,
  type AskedQuestion,
  type Frame,
  type Link,
  type Pressure,
  type Question,
  type RequestId,
} from '@toolyard/core';
import { findMissingCapability } from './find-missing-capability.ts';
import { findOwner, type Asker, type Owner } from './find-owner.ts';

/** The questions of a server on one link; each of them ends exactly once. */
export interface Questions {
  /** Takes a request of the server. */
  take(question: Frame, relatedTo?: RequestId): Pressure;
  /** The server does not want the answer any more. */
  withdraw(id: unknown): void;
  /** A request is over: what the server asked because of it is taken back. */
  release(request: number): void;
  /** The link is gone, and with it whoever wanted the answers. */
  end(): void;
}

/** What the questions of a link are made of. */
export interface QuestionsOptions {
  readonly link: Pick<Link, 'send'>;
  /** The requests in flight, oldest first. */
  readonly open: ReadonlyMap<number, Asker>;
  /** The server's key. */
  readonly server: string;
  /** Takes a question that belongs to no request, or leaves it. */
  onUnrelated?(question: Question): AskedQuestion | undefined;
}

interface OpenQuestion {
  readonly request: number | undefined;
  asked: AskedQuestion | undefined;
}

interface Taken {
  readonly id: RequestId;
  readonly frame: Frame;
  readonly request: number | undefined;
}

const QUESTIONS: readonly string[] = ['sampling/createMessage', 'elicitation/create', 'roots/list'];

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INTERNAL = -32603;

/** No questions yet. */
export function createQuestions({ link, open: requests, server, onUnrelated }: QuestionsOptions): Questions {
  const open = new Map<RequestId, OpenQuestion>();

  const refuse = (id: RequestId, code: number, message: string): Pressure =>
    link.send(createErrorResponse(id, { code, message }));

  function put({ id, frame, request }: Taken, ask: (question: Question) => AskedQuestion | undefined): Pressure {
    const entry: OpenQuestion = { request, asked: undefined };
    open.set(id, entry);
    entry.asked = ask({ frame, onAnswer: (answer) => settle(id, entry, answer) });
    // It may have been answered meanwhile.
    if (entry.asked !== undefined || open.get(id) !== entry) return undefined;
    open.delete(id);
    return refuse(id, METHOD_NOT_FOUND, `Nobody is there who could be asked "${frame.method}".`);
  }

  function settle(id: RequestId, entry: OpenQuestion, answer: Frame | ToolyardError): Pressure {
    if (open.get(id) !== entry) return undefined;
    open.delete(id);
    return ToolyardError.is(answer) ? refuse(id, INTERNAL, answer.message) : link.send(answer.withId(id));
  }

  function takeOwned(id: RequestId, frame: Frame, owner: Owner): Pressure {
    switch (owner.kind) {
      case 'nobody':
        return put({ id, frame, request: undefined }, (question) => onUnrelated?.(question));
      case 'several':
        return refuse(id, INTERNAL, explainSeveral(server));
      case 'over':
        return refuse(id, INTERNAL, OVER);
      default: {
        const missing = findMissingCapability(owner.respondent, frame);
        if (missing !== undefined) return refuse(id, METHOD_NOT_FOUND, explainMissing(missing));
        return put({ id, frame, request: owner.request }, (question) => owner.asker.onQuestion?.(question));
      }
    }
  }

  return {
    take(frame, relatedTo) {
      const { id, method = '' } = frame;
      if (id === undefined) return undefined;
      if (method === 'ping') return link.send(createResponse(id, '{}'));
      if (!QUESTIONS.includes(method)) return refuse(id, METHOD_NOT_FOUND, `Method not found: ${method}`);
      if (open.has(id)) {
        return refuse(id, INVALID_REQUEST, `The id ${JSON.stringify(id)} belongs to a question that is still open`);
      }
      return takeOwned(id, frame, findOwner(requests, relatedTo));
    },
    withdraw(id) {
      const entry = typeof id === 'string' || typeof id === 'number' ? open.get(id) : undefined;
      if (entry === undefined || (typeof id !== 'string' && typeof id !== 'number')) return;
      open.delete(id);
      entry.asked?.cancel('the server took the question back');
    },
    release(request) {
      if (open.size === 0) return;
      for (const [id, entry] of open) {
        if (entry.request !== request) continue;
        open.delete(id);
        entry.asked?.cancel('the request it belongs to is over');
        void refuse(id, INTERNAL, OVER);
      }
    },
    end() {
      const lost = [...open.values()];
      open.clear();
      for (const entry of lost) entry.asked?.cancel('the connection to the server was lost');
    },
  };
}

const OVER = 'The request that the question belongs to is over.';

function explainMissing(missing: string): string {
  return `The client does not support ${missing}.`;
}

function explainSeveral(server: string): string {
  const setting = `"sharing": "per-session"`;
  return `Several clients use server "${server}" now, and it is not known which of them the question is for. Set ${setting} for it.`;
}
