import {
  cutText,
  isToolError,
  toExecutionResult,
  type Frame,
  type JsonRpcError,
  type ToolOutcome,
  type ToolResult,
} from '@toolyard/core';
import type { CallEnd } from './advance-call.ts';

/** Characters of a server's message that a record keeps. */
const MAX_MESSAGE = 4000;

const SUCCESS: CallEnd = { status: 'success' };
const TOOL_ERROR: CallEnd = {
  status: 'error',
  error: { code: 'tool-error', message: 'The tool reported an error' },
};

/** What an answer that is passed on unread means for its call. */
export function toCallEnd(answer: Frame): CallEnd {
  if (answer.span('error') !== undefined) return toRefusal(parseError(answer.value('error')));
  return isToolError(answer) ? TOOL_ERROR : SUCCESS;
}

/** What an answer means for its call, with the result in the form that hosts show. */
export function outcomeToCallEnd(outcome: ToolOutcome, durationMs: number): CallEnd {
  if (outcome.kind === 'failure') return toRefusal(outcome.error);
  const result = toExecutionResult(outcome.result, durationMs);
  return outcome.kind === 'success' ? { status: 'success', result } : { ...TOOL_ERROR, result };
}

/** Reads an answer. */
export function toOutcome(answer: Frame): ToolOutcome {
  if (answer.span('error') !== undefined) return { kind: 'failure', error: parseError(answer.value('error')) };
  const result = parseResult(answer.value('result'));
  return { kind: result.isError === true ? 'tool-error' : 'success', result, json: answer.text('result') ?? 'null' };
}

/** The answer itself goes on as it is; a record stays in the history, together with hundreds of others. */
function toRefusal({ message }: JsonRpcError): CallEnd {
  return { status: 'error', error: { code: 'json-rpc-error', message: cutText(message, MAX_MESSAGE) } };
}

function parseError(value: unknown): JsonRpcError {
  const error: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  return {
    code: typeof error['code'] === 'number' ? error['code'] : -32603,
    message: typeof error['message'] === 'string' ? error['message'] : 'The server gave no message',
    ...('data' in error ? { data: error['data'] } : {}),
  };
}

/** Results pass as they are: what a server calls a result is for the caller to judge, so only its outer shape is checked. */
function parseResult(value: unknown): ToolResult {
  return typeof value === 'object' && value !== null ? (value as ToolResult) : {};
}
