import type { Log } from '@toolyard/core';

const LOUD_NOISE = 3;

/** Warns of the first lines of each server that are no messages; one that always prints them would drown the log. */
export function createNoiseReporter(log: Log): (key: string, line: string) => void {
  const counts = new Map<string, number>();
  return (key, line) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const level = count <= LOUD_NOISE ? 'warning' : 'debug';
    log.write(
      level,
      `Server "${key}" wrote a line to stdout that is not a message; it is skipped: ${JSON.stringify(line)}`,
      key,
    );
  };
}
