import { toVisibleJson } from '@toolyard/core';
import type { RequestLogLine, TaskSettings } from '@toolyard/tasks';
import type { Terminal } from '../terminal/terminal.ts';

const LEVELS: readonly TaskSettings['logLevel'][] = ['DEBUG', 'INFO', 'WARNING', 'ERROR'];

/** Writes one JSON line for each request to the task backend, if it matters enough. */
export function createRequestLog(
  { stderr }: Pick<Terminal, 'stderr'>,
  { logLevel }: Pick<TaskSettings, 'logLevel'>,
): (line: RequestLogLine) => void {
  return (line) => {
    if (LEVELS.indexOf(levelOf(line)) >= LEVELS.indexOf(logLevel)) stderr.write(`${toVisibleJson(line)}\n`);
  };
}

function levelOf({ status_code: status }: RequestLogLine): TaskSettings['logLevel'] {
  if (status === null || status >= 500) return 'ERROR';
  return status >= 400 ? 'WARNING' : 'INFO';
}
