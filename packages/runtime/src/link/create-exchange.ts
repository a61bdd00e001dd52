import {
  createCancellation,
  editParams,
  ENVELOPE,
  findRelatedTask,
  ShortTermMap,
  ToolyardError,
  type AskedQuestion,
  type Edit,
  type Frame,
  type Link,
  type LinkEnd,
  type Pressure,
  type Question,
  type RelayedRequest,
  type RequestId,
  type Respondent,
  type SentRequest,
} from '@toolyard/core';
import type { QuestionLimit } from './create-question-limit.ts';
import { createQuestions } from './create-questions.ts';
import { isFreeFor, type Asker } from './find-owner.ts';
import { refuseRequest } from './refuse-request.ts';

/** Requests and their answers on one link. */
export interface Exchange {
  /** Sends under an id of this link; answers and progress find their way back by it. */
  request(request: RelayedRequest): SentRequest;
  /** Sends a notification. */
  notify(notification: Frame): void;
  /** How many messages the other side has sent. */
  heard(): number;
  /** Whether reading waits for whoever gets the messages, so that nothing can be heard. */
  isHeldBack(): boolean;
  /** Whether a request waits for its answer. */
  isBusy(): boolean;
  /** Whether nobody but the client of this respondent waits for an answer. */
  isFreeFor(respondent: Respondent): boolean;
}

export interface ExchangeOptions {
  readonly link: Link;
  /** The server's key. */
  readonly server: string;
  /** Whether the link is one session's alone. */
  readonly isOwnLink?: boolean;
  /** Bounds the questions of several links together. */
  readonly questionLimit?: QuestionLimit | undefined;
  /** Everything the server sends unasked, except progress of a request. */
  onNotification(notification: Frame): Pressure;
  /** The error (`connection-lost`) that open requests get when the link ends. */
  toLoss(end: LinkEnd): ToolyardError;
  /** Takes a question of the server that belongs to no request, or leaves it. */
  onUnrelated?(question: Question): AskedQuestion | undefined;
}

/** Gives each request an id of its own on the link, so that those of different clients never meet. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { link, onNotification, toLoss } = options;
  const open = new ShortTermMap<number, Asker>();
  const questions = createQuestions({ ...options, open });
  let nextId = 1;
  let loss: ToolyardError | undefined;
  const ear = createEar(handle);

  link.receive(ear.receive, (id, end) => void settle(id, toLoss(end)));

  function handle(frame: Frame, relatedTo?: RequestId): Pressure {
    if (frame.isResponse) return settle(frame.id, frame);
    if (frame.isRequest) return questions.take(frame, relatedTo);
    if (frame.method === 'notifications/progress') return progress(frame);
    if (frame.method !== 'notifications/cancelled') return onNotification(frame);
    questions.withdraw(frame.paramId('requestId'));
    return undefined;
  }

  void link.closed.then((end) => {
    loss = toLoss(end);
    const lost = [...open.values()];
    open.clear();
    questions.end();
    for (const request of lost) void request.onAnswer(loss);
  });

  function settle(id: RequestId | undefined, answer: Frame | ToolyardError): Pressure {
    const request = typeof id === 'number' ? open.get(id) : undefined;
    // An unknown id is the late answer to a cancelled request.
    if (request === undefined || typeof id !== 'number') return undefined;
    open.delete(id);
    questions.release(id);
    return deliver(answer, request, options.server);
  }

  function progress(frame: Frame): Pressure {
    const token = frame.paramId('progressToken');
    const request = typeof token === 'number' ? open.get(token) : undefined;
    if (request !== undefined) return request.onProgress?.(frame);
    // A call that became a task has its answer, and the task goes on.
    return findRelatedTask(frame, 'params') === undefined ? undefined : onNotification(frame);
  }

  return {
    notify: (notification) => void link.send(notification),
    heard: ear.heard,
    isHeldBack: ear.isHeldBack,
    isBusy: () => open.size > 0,
    isFreeFor: (respondent) => isFreeFor(respondent, open.values()),
    request(request) {
      const id = nextId++;
      if (loss !== undefined) return refuseRequest(request, new ToolyardError('server-unavailable', loss.message));
      const { onAnswer, onProgress, respondent, onQuestion } = request;
      open.set(id, { onAnswer, onProgress, respondent, onQuestion });
      void link.send(request.frame.edited(editsFor(request, id, link)));
      return {
        cancel(reason) {
          if (!open.delete(id)) return;
          void link.send(createCancellation(id, reason));
          questions.release(id);
        },
      };
    },
  };
}

/** Whoever asked gets the answer, or hears that it cannot be read, and does not wait for ever. */
function deliver(answer: Frame | ToolyardError, { onAnswer }: Asker, server: string): Pressure {
  try {
    return onAnswer(answer);
  } catch (error) {
    const message = `Server "${server}" gave an answer that could not be read`;
    void onAnswer(new ToolyardError('protocol-error', message, { cause: error }));
    throw error;
  }
}

type Receive = (frame: Frame, relatedTo?: RequestId) => Pressure;

/** Counts what comes in, and what is held back because whoever gets it cannot take more. */
function createEar(handle: Receive): Pick<Exchange, 'heard' | 'isHeldBack'> & { readonly receive: Receive } {
  let heard = 0;
  let held = 0;
  return {
    heard: () => heard,
    isHeldBack: () => held > 0,
    receive(frame, relatedTo) {
      heard++;
      const pressure = handle(frame, relatedTo);
      if (pressure === undefined) return undefined;
      held++;
      return pressure.finally(() => void held--);
    },
  };
}

function editsFor(request: RelayedRequest, id: number, link: Link): Edit[] {
  const { frame, changes } = request;
  const text = String(id);
  const span = frame.span('id');
  const own: Edit[] = span === undefined ? [] : [{ span, text }];
  return editParams(frame, { params: changes?.params, meta: toMeta(request, text, link) }, own);
}

type Meta = Readonly<Record<string, string>> | undefined;

/** Most requests need nothing more than was given, and are made thousands of times a second. */
function toMeta({ changes, onProgress, respondent }: RelayedRequest, id: string, link: Link): Meta {
  // The id doubles as the progress token: it is unique on the link for the same time.
  const meta = onProgress === undefined ? changes?.meta : { ...changes?.meta, progressToken: id };
  if (link.perRequestCapabilities !== true) return meta;
  return { ...meta, [ENVELOPE.capabilities]: JSON.stringify(respondent?.capabilities ?? {}) };
}
