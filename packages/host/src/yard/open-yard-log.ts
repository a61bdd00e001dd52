import type { Clock, Log } from '@toolyard/core';
import { createLogFile, type LogFile } from '@toolyard/node';
import type { YardPlace } from './locate-yard.ts';

/** Where lines go besides the file, and what gives them their time. */
export interface YardLogOptions {
  /** What people see of it. */
  readonly shown: Log;
  readonly clock: Clock;
}

/** Writes to `shown` and to the log file of the configuration, which `toolyard logs` reads; to both without secrets. */
export function openYardLog({ logFile }: Pick<YardPlace, 'logFile'>, { shown, clock }: YardLogOptions): LogFile {
  const onFailure = ({ message }: Error): void => shown.write('warning', message);
  return createLogFile({ file: logFile, clock, secrets: [], shown, onFailure });
}
