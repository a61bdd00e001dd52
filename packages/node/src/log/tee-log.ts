import type { Log } from '@toolyard/core';

/** One log that writes to all of them. */
export function teeLog(...logs: readonly Log[]): Log {
  return {
    write(level, text, server) {
      for (const log of logs) log.write(level, text, server);
    },
  };
}
