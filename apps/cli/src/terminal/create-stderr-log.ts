import { type Clock, type Log, toLine } from '@toolyard/core';
import type { Terminal } from './terminal.ts';

/** A log on stderr: warnings and errors, or with `debug` everything with its time. */
export function createStderrLog({ stderr }: Pick<Terminal, 'stderr'>, clock: Clock, debug: boolean): Log {
  return {
    write(level, text, server) {
      if (debug) {
        const time = new Date(clock.now()).toISOString();
        stderr.write(`${time} ${level}${server === undefined ? '' : ` [${server}]`} ${toLine(text)}\n`);
      } else if (level === 'warning' || level === 'error') {
        stderr.write(`toolyard: ${toLine(text)}\n`);
      }
    },
  };
}
