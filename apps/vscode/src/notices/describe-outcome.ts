import type { RunRecord, RunStatus } from '@toolyard/hooks';
import { describeDuration } from '../rows/describe-time.ts';

/** What became of a run, for people. */
export interface Outcome {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
}

const LEVELS: Readonly<Record<RunStatus, Outcome['level']>> = {
  success: 'info',
  error: 'error',
  timeout: 'error',
  interrupted: 'error',
  cancelled: 'warning',
  skipped: 'warning',
  refused: 'warning',
};

const WORDS: Readonly<Record<Exclude<RunStatus, 'success'>, string>> = {
  error: 'failed',
  timeout: 'timed out',
  interrupted: 'was interrupted',
  cancelled: 'was cancelled',
  skipped: 'did not run',
  refused: 'was refused',
};

/** Says in a sentence how a run ended, and why. */
export function describeOutcome(record: RunRecord): Outcome {
  const { status, ms, reason } = record;
  const level = LEVELS[status];
  const hook = `Hook "${record.name ?? record.hook}"`;
  if (status === 'success') {
    return { level, message: `${hook} succeeded${ms === undefined ? '' : ` in ${describeDuration(ms)}`}.` };
  }
  return { level, message: `${hook} ${WORDS[status]}${reason === undefined ? '.' : `: ${toSentence(reason)}`}` };
}

function toSentence(reason: string): string {
  const text = reason.trim();
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
