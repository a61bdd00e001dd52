import { isServerUnavailable, ToolyardError, type ToolOutcome } from '@toolyard/core';
import type { BlockOutcome } from '../write/render-result.ts';
import { toErrorText } from './to-error-text.ts';

const STATUSES: Readonly<Record<string, 'timeout' | 'cancelled'>> = {
  'call-timeout': 'timeout',
  'call-cancelled': 'cancelled',
};

/** What a call gave, as a result shows it. */
export function toBlockOutcome(outcome: ToolOutcome): BlockOutcome {
  if (outcome.kind === 'failure') return { status: 'error', message: outcome.error.message };
  if (outcome.kind === 'success') return { status: 'success', result: outcome.result };
  return { status: 'error', message: toErrorText(outcome.result) };
}

/** Why a call gave nothing, as a result shows it; throws what is no `ToolyardError`. */
export function toFailedOutcome(
  error: unknown,
  explain: (message: string) => string = (message) => message,
): BlockOutcome {
  if (!ToolyardError.is(error)) throw error;
  const { code, message } = error;
  return {
    status: STATUSES[code] ?? 'error',
    message: code === 'arguments-invalid' ? explain(message) : message,
    isUnavailable: isServerUnavailable(code) || code === 'connection-lost',
  };
}
