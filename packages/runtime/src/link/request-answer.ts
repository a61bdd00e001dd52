import { createRequest, ToolyardError, type Frame } from '@toolyard/core';
import type { Exchange } from './create-exchange.ts';

/** One request of Toolyard's own. */
export interface OwnRequest {
  readonly method: string;
  readonly params?: unknown;
  readonly signal: AbortSignal;
  /** Called with the answer before anything is received that came after it; the promise may settle later. */
  take?(answer: Frame): void;
}

const METHOD_NOT_FOUND = -32601;

/** Sends a request and resolves with the answer that holds a `result`; an error answer, a lost link and an abort reject. */
export function requestAnswer(
  exchange: Pick<Exchange, 'request'>,
  { method, params, signal, take }: OwnRequest,
): Promise<Frame> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      // The protocol forbids cancelling the handshake; its link is closed instead.
      if (method !== 'initialize') sent.cancel('no longer needed');
      reject(signal.reason);
    };
    const sent = exchange.request({
      frame: createRequest(0, method, params),
      onAnswer(answer) {
        signal.removeEventListener('abort', onAbort);
        if (ToolyardError.is(answer)) reject(answer);
        else if (answer.span('error') !== undefined) reject(toRefusal(method, answer));
        else resolve(taken(answer, take));
        return undefined;
      },
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Whether what `ask` rejected with is an answer that says that the other side does not know the method. */
export function isUnknownMethod(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === METHOD_NOT_FOUND;
}

/** A rejected promise where the answer is not what was asked for. */
async function taken(answer: Frame, take: OwnRequest['take']): Promise<Frame> {
  take?.(answer);
  return answer;
}

function toRefusal(method: string, answer: Frame): ToolyardError {
  const text = answer.text('error') ?? '';
  return new ToolyardError('protocol-error', `it answered "${method}" with the error ${text}`, {
    cause: answer.value('error'),
  });
}
