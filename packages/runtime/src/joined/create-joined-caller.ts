import {
  CONTROL_METHODS,
  createRequest,
  decodeSpan,
  onAbort,
  parseToolId,
  ToolyardError,
  toStopped,
  type CallProgress,
  type ConfigProblem,
  type Frame,
  type JsonRpcError,
  type ToolCaller,
  type ToolOutcome,
  type ToolResult,
  type ToolyardErrorCode,
} from '@toolyard/core';
import { toRespondent } from '../call/to-respondent.ts';
import type { Exchange } from '../link/create-exchange.ts';

/** Calls tools in the yard at the other end; its limits are the ones that count. */
export function createJoinedCaller(exchange: Exchange): ToolCaller {
  return {
    call(asked, signal) {
      const { onProgress, respondent, ...call } = asked;
      if (signal.aborted) return Promise.reject(toStopped());
      return new Promise((resolve, reject) => {
        const sent = exchange.request({
          frame: createRequest(0, CONTROL_METHODS.call, { ...call, capabilities: respondent?.capabilities }),
          ...toRespondent(asked, parseToolId(call.tool)?.server ?? ''),
          onAnswer(answer) {
            forget();
            if (ToolyardError.is(answer)) reject(answer);
            else if (answer.span('error') !== undefined) reject(toError(answer.value('error')));
            else resolve(toOutcome(answer));
            return undefined;
          },
          ...(onProgress === undefined ? {} : { onProgress: (report) => tell(onProgress, report) }),
        });
        const forget = onAbort(signal, () => {
          sent.cancel('stopped by user');
          reject(toStopped());
        });
      });
    },
  };
}

function tell(listener: (progress: CallProgress) => void, report: Frame): undefined {
  listener(report.value('params') as CallProgress);
}

function toOutcome(answer: Frame): ToolOutcome {
  const outcome = answer.value('result') as { kind: ToolOutcome['kind']; result?: ToolResult; error?: JsonRpcError };
  if (outcome.kind === 'failure')
    return { kind: 'failure', error: outcome.error ?? { code: -32603, message: 'no message' } };
  return { kind: outcome.kind, result: outcome.result ?? {}, json: textOfResult(answer) };
}

/** The tool's result exactly as its server wrote it. */
function textOfResult(answer: Frame): string {
  const result = answer.result?.get('result');
  return result === undefined ? '{}' : decodeSpan(answer.bytes, result);
}

/** What the other process refused a request with. */
export function toError(error: unknown): ToolyardError {
  const { message, data } = error as {
    message: string;
    data?: { code?: ToolyardErrorCode; problems?: readonly ConfigProblem[] };
  };
  return new ToolyardError(data?.code ?? 'protocol-error', message, data?.problems && { problems: data.problems });
}
