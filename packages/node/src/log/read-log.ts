import { parseLogLine, type LogLine } from './parse-log-line.ts';
import { readLines, type ReadLinesOptions } from './read-lines.ts';

/** Which lines of a log are read. */
export interface ReadLogOptions extends Omit<ReadLinesOptions<LogLine>, 'parse'> {
  /** Only the lines about the server with this key. */
  readonly server?: string;
  /** Only the lines that it gives true for; all where it is absent. */
  readonly accepts?: (line: LogLine) => boolean;
}

/** Reads a log, oldest line first, what was moved aside included; follows it through being moved aside. */
export async function readLog({ server, accepts, ...options }: ReadLogOptions): Promise<void> {
  function parse(text: string): LogLine | undefined {
    const line = parseLogLine(text);
    if (line === undefined || (server !== undefined && line.server !== server)) return undefined;
    return accepts?.(line) === false ? undefined : line;
  }
  await readLines({ ...options, parse });
}
