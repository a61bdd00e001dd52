import {
  createErrorResponse,
  createResponse,
  toMessage,
  type AskedQuestion,
  type CallRespondent,
  type Question,
  type RelayedRequest,
  type ToolCall,
} from '@toolyard/core';

const INTERNAL = -32603;

/** Whom a server asks about a call that Toolyard itself makes, and how; one that can be asked nothing where none is given. */
export function toRespondent(
  { origin, session = origin, respondent }: Pick<ToolCall, 'origin' | 'session' | 'respondent'>,
  server: string,
): Pick<RelayedRequest, 'respondent' | 'onQuestion'> {
  return {
    respondent: { session, capabilities: respondent?.capabilities ?? {}, transient: true },
    onQuestion: respondent && ((question) => put(question, server, respondent)),
  };
}

function put({ frame, onAnswer }: Question, server: string, respondent: CallRespondent): AskedQuestion {
  const stop = new AbortController();
  const question = { server, method: frame.method ?? '', params: frame.value('params') };
  void Promise.resolve()
    .then(() => respondent.answer(question, stop.signal))
    .then(
      (result) => onAnswer(createResponse(0, JSON.stringify(result ?? {}))),
      (error: unknown) => onAnswer(createErrorResponse(0, { code: INTERNAL, message: toMessage(error) })),
    );
  return { cancel: () => stop.abort() };
}
