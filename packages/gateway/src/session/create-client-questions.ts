import {
  createCancellation,
  QUESTION_EXPIRES_MS,
  ToolyardError,
  type AskedQuestion,
  type Clock,
  type Frame,
  type Link,
  type Question,
  type RequestId,
} from '@toolyard/core';

/** The questions that one client is asked. */
export interface ClientQuestions {
  /** Sends a question under an id of its own. */
  put(question: Question, about?: QuestionContext): AskedQuestion;
  /**
   * Takes a response of the client; one that nobody waits for any more is dropped. The client is not held up where the
   * server does not read it: its calls to other servers come the same way.
   */
  take(answer: Frame): void;
  /** The client is gone: whoever waits is told so. */
  end(): void;
}

/** What a question belongs to. */
export interface QuestionContext {
  /** The client's request that caused it. */
  readonly relatedTo?: RequestId;
  /** The client did not answer in time; called before whoever asked is told so. */
  onExpired?(): void;
}

interface OpenQuestion {
  readonly question: Question;
  readonly stopClock: () => void;
}

export interface ClientQuestionsOptions {
  readonly send: Link['send'];
  readonly clock: Clock;
}

/** No questions yet. */
export function createClientQuestions({ send, clock }: ClientQuestionsOptions): ClientQuestions {
  const open = new Map<RequestId, OpenQuestion>();
  let asked = 0;

  function close(id: RequestId): Question | undefined {
    const entry = open.get(id);
    entry?.stopClock();
    open.delete(id);
    return entry?.question;
  }

  function takeBack(id: RequestId, reason: string | undefined, relatedTo: RequestId | undefined): Question | undefined {
    const question = close(id);
    if (question !== undefined) {
      void send(createCancellation(id, reason), relatedTo);
    }
    return question;
  }

  return {
    put(question, { relatedTo, onExpired } = {}) {
      const id = ++asked;
      const stopClock = clock.after(QUESTION_EXPIRES_MS, () => {
        const expired = takeBack(id, 'there was no answer for 10 minutes', relatedTo);
        onExpired?.();
        // The request may be over, while the server still waits because of another one.
        void expired?.onAnswer(new ToolyardError('call-timeout', NO_ANSWER));
      });
      open.set(id, { question, stopClock });
      void send(question.frame.withId(id), relatedTo);
      return { cancel: (reason) => void takeBack(id, reason, relatedTo) };
    },
    take(answer) {
      if (answer.id !== undefined) void close(answer.id)?.onAnswer(answer);
    },
    end() {
      // A stateless request ends like this, mostly unasked: an error, with its stack, costs more than the rest of its end.
      if (open.size === 0) return;
      const gone = new ToolyardError('connection-lost', 'The client is gone.');
      for (const id of open.keys()) void close(id)?.onAnswer(gone);
    },
  };
}

const NO_ANSWER = 'The client did not answer within 10 minutes.';
