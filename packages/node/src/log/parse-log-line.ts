import type { LogLevel } from '@toolyard/core';

/** One line of the log as it stands in the file. */
export interface LogLine {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly level: LogLevel;
  /** The key of the server it concerns. */
  readonly server?: string;
  readonly text: string;
}

const LEVELS: readonly string[] = ['debug', 'info', 'warning', 'error'] satisfies readonly LogLevel[];

/** Reads one line of a log file; `undefined` where it is something else, such as half a line. */
export function parseLogLine(text: string): LogLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLogLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLogLine(value: unknown): value is LogLine {
  if (typeof value !== 'object' || value === null) return false;
  const line: Partial<Record<keyof LogLine, unknown>> = value;
  return (
    typeof line.at === 'string' &&
    typeof line.text === 'string' &&
    typeof line.level === 'string' &&
    LEVELS.includes(line.level) &&
    (line.server === undefined || typeof line.server === 'string')
  );
}
