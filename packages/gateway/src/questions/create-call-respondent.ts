import {
  createRequest,
  ToolyardError,
  type AskedQuestion,
  type CallQuestion,
  type CallRespondent,
  type Frame,
  type ToolCall,
} from '@toolyard/core';
import type { Incoming } from '../session/session.ts';

/** Who answers the questions about a call that another process asked for: that process, if it says what it can be asked. */
export function createCallRespondent({ id, request, session }: Incoming): Pick<ToolCall, 'respondent'> {
  const capabilities = request.param('capabilities');
  if (typeof capabilities !== 'object' || capabilities === null) return {};
  const answer: CallRespondent['answer'] = ({ server, method, params }: CallQuestion, signal) =>
    new Promise((resolve, reject) => {
      const asked: AskedQuestion = session.put(
        {
          frame: createRequest(0, method, params),
          onAnswer(given) {
            signal.removeEventListener('abort', takeBack);
            if (ToolyardError.is(given)) reject(given);
            else if (given.span('error') === undefined) resolve(given.value('result'));
            else reject(toError(given));
            return undefined;
          },
        },
        server,
        { relatedTo: id },
      );
      const takeBack = (): void => asked.cancel('the call has ended');
      signal.addEventListener('abort', takeBack);
    });
  // The other process refuses it too, and hears of it that way; the server has its refusal by then.
  const onRefused = (question: CallQuestion): void =>
    void answer(question, new AbortController().signal).catch(() => undefined);
  return { respondent: { capabilities: { ...capabilities }, answer, onRefused } };
}

function toError(answer: Frame): ToolyardError {
  const error = answer.value('error');
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  return new ToolyardError('protocol-error', typeof message === 'string' ? message : 'there is no answer');
}
