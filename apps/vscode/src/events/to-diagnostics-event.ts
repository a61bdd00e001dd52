import { createHash } from 'node:crypto';
import { cutText } from '@toolyard/core';
import type { NewEvent } from '@toolyard/hooks';

/** One problem of a file, as the editor shows it. */
export interface EditorProblem {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  /** Who found it: `ts`, `eslint`. */
  readonly source?: string | undefined;
  readonly code?: string | undefined;
}

/** How many problems an event carries, and how many characters of each message. */
const MAX_PROBLEMS = 20;
const MAX_MESSAGE = 500;

/** The event that the problems of a file are others; `path` is absolute or from the workspace. */
export function toDiagnosticsEvent(path: string, problems: readonly EditorProblem[]): NewEvent {
  const shown = [...problems.filter(isError), ...problems.filter(isWarning)].slice(0, MAX_PROBLEMS);
  return {
    name: 'diagnostics.changed',
    values: {
      path,
      errors: problems.filter(isError).length,
      warnings: problems.filter(isWarning).length,
      data: { problems: shown.map(toShown) },
    },
  };
}

/** What tells one state of a file from another: which errors and warnings it has. Where they stand does not count, since each line above moves them. */
export function hashProblems(problems: readonly EditorProblem[]): string {
  const counted = problems.filter((problem) => isError(problem) || isWarning(problem));
  if (counted.length === 0) return '';
  const lines = counted.map(({ severity, source, code, message }) => JSON.stringify([severity, source, code, message]));
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('base64url').slice(0, 22);
}

function toShown({ severity, message, line, column, source, code }: EditorProblem): object {
  return {
    severity,
    line,
    column,
    message: cutText(message, MAX_MESSAGE),
    ...(source === undefined ? {} : { source }),
    ...(code === undefined ? {} : { code }),
  };
}

function isError({ severity }: EditorProblem): boolean {
  return severity === 'error';
}

function isWarning({ severity }: EditorProblem): boolean {
  return severity === 'warning';
}
