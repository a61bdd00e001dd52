import type { LogLevel } from '@toolyard/core';
import { readLog, type LogLine } from '@toolyard/node';
import type { YardPlace } from './locate-yard.ts';

/** Which lines of the log of a yard are told, and for how long. */
export interface YardLogReading {
  /** The key of the server that they are about; all where it is absent. */
  readonly server?: string | undefined;
  /** The least that a line has to matter. */
  readonly level: LogLevel;
  /** Only the last so many. */
  readonly tail?: number | undefined;
  /** Goes on with new lines until the signal is aborted. */
  readonly follow?: boolean;
  readonly signal: AbortSignal;
  onLine(line: LogLine): void;
}

/** How many lines were told, and how many matter too little. */
export interface LogCounts {
  readonly shown: number;
  readonly hidden: number;
}

// From what matters least to what matters most.
const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warning', 'error'];

/** Reads what the Toolyards on a configuration wrote to their log, oldest first. */
export async function readYardLog(
  { logFile }: Pick<YardPlace, 'logFile'>,
  { server, level, tail, follow = false, signal, onLine }: YardLogReading,
): Promise<LogCounts> {
  const counts = { shown: 0, hidden: 0 };
  await readLog({
    file: logFile,
    follow,
    signal,
    ...(server === undefined ? {} : { server }),
    ...(tail === undefined ? {} : { tail }),
    accepts(line) {
      const matters = LOG_LEVELS.indexOf(line.level) >= LOG_LEVELS.indexOf(level);
      if (!matters) counts.hidden++;
      return matters;
    },
    onLine(line) {
      counts.shown++;
      onLine(line);
    },
  });
  return counts;
}
