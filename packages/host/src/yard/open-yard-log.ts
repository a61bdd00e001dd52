import { createRedactor, type Clock, type Log } from '@toolyard/core';
import { createLogFile, teeLog } from '@toolyard/node';
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

/** Where lines go besides the file, and what gives them their time. */
export interface YardLogOptions {
  /** What people see of it. */
  readonly shown: Log;
  readonly clock: Clock;
}

/** Writes to `shown` and to the log file of the configuration, to both without secrets. */
export function openYardLog({ logFile }: Pick<YardPlace, 'logFile'>, { shown, clock }: YardLogOptions): YardLog {
  let secrets: readonly string[] = [];
  let redact = createRedactor(secrets);
  const onFailure = ({ message }: Error): void => shown.write('warning', message);
  const file = createLogFile({ file: logFile, clock, secrets, onFailure });
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
