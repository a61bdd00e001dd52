import type { Log, LogLevel } from '@toolyard/core';

/** One line of a log. */
export interface LoggedLine {
  readonly level: LogLevel;
  readonly text: string;
  readonly server: string | undefined;
}

/** A log that keeps its lines. */
export interface MemoryLog extends Log {
  readonly lines: readonly LoggedLine[];
  /** The texts at one level. */
  at(level: LogLevel): string[];
}

/** Starts empty. */
export function createMemoryLog(): MemoryLog {
  const lines: LoggedLine[] = [];
  return {
    lines,
    at: (level) => lines.filter((line) => line.level === level).map((line) => line.text),
    write: (level, text, server) => void lines.push({ level, text, server }),
  };
}
