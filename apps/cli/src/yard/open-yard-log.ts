import { createRedactor, type Log } from '@toolyard/core';
import { createLogFile, systemClock, teeLog } from '@toolyard/node';
import type { YardPlace } from './locate-yard.ts';

/** The log of a yard: what people see of it at once, and the file that `toolyard logs` reads. */
export interface YardLog extends Log {
  /** Takes what is hidden out of a text. */
  redact(text: string): string;
  /** Hides these values too from now on. */
  hide(secrets: readonly string[]): void;
  /** Resolves when every line is written. */
  flush(): Promise<void>;
}

/** Writes to `shown` and to the log file of the configuration, to both without secrets. */
export function openYardLog({ logFile }: YardPlace, shown: Log): YardLog {
  let secrets: readonly string[] = [];
  let redact = createRedactor(secrets);
  const onFailure = ({ message }: Error): void => shown.write('warning', message);
  const file = createLogFile({ file: logFile, clock: systemClock, secrets, onFailure });
  return {
    ...teeLog(file, { write: (level, text, server) => shown.write(level, redact(text), server) }),
    redact: (text) => redact(text),
    hide(more) {
      secrets = [...new Set([...secrets, ...more])];
      redact = createRedactor(secrets);
      file.hide(more);
    },
    flush: () => file.flush(),
  };
}
