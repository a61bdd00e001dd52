import {
  createErrorResponse,
  createResponse,
  QUESTION_EXPIRES_MS,
  toMessage,
  type AskedQuestion,
  type CallRespondent,
  type Clock,
  type Question,
  type RelayedRequest,
  type ToolCall,
} from '@toolyard/core';
import { toUnsupported } from '../link/to-unsupported.ts';

const INTERNAL = -32603;

/** What happens where there is no answer for too long. */
export interface QuestionExpiry {
  readonly clock: Clock;
  onExpired(): void;
}

/** Whom a server asks about a call that Toolyard itself makes, and how; one that can be asked nothing where none is given. */
export function toRespondent(
  { origin, session = origin, respondent }: Pick<ToolCall, 'origin' | 'session' | 'respondent'>,
  server: string,
  expiry?: QuestionExpiry,
): Pick<RelayedRequest, 'respondent' | 'onQuestion'> {
  return {
    respondent: {
      session,
      capabilities: respondent?.capabilities ?? {},
      transient: true,
      refusesItself: respondent !== undefined,
    },
    onQuestion: respondent && ((question) => put(question, { server, respondent, expiry })),
  };
}

interface Asking {
  readonly server: string;
  readonly respondent: CallRespondent;
  readonly expiry: QuestionExpiry | undefined;
}

function put({ frame, onAnswer }: Question, { server, respondent, expiry }: Asking): AskedQuestion {
  const question = { server, method: frame.method ?? '', params: frame.value('params') };
  const unsupported = toUnsupported(respondent, frame);
  if (unsupported !== undefined) {
    respondent.onRefused?.(question);
    void onAnswer(createErrorResponse(0, unsupported));
    return { cancel: () => undefined };
  }
  const stop = new AbortController();
  const stopClock = expiry?.clock.after(QUESTION_EXPIRES_MS, () => expiry.onExpired());
  void Promise.resolve()
    // A server can take a question back with the next message, before anybody was asked.
    .then(() => (stop.signal.aborted ? undefined : respondent.answer(question, stop.signal)))
    .then(
      (result) => createResponse(0, JSON.stringify(result ?? {})),
      (error: unknown) => createErrorResponse(0, { code: INTERNAL, message: toMessage(error) }),
    )
    .then((answer) => {
      stopClock?.();
      return onAnswer(answer);
    });
  return {
    cancel() {
      stopClock?.();
      stop.abort();
    },
  };
}
