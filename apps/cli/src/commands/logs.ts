import { existsSync } from 'node:fs';
import { ToolyardError } from '@toolyard/core';
import { formatLogLine, formatProblem, readLog } from '@toolyard/node';
import type { Host } from '../host/host.ts';
import { runInterruptible } from '../host/run-interruptible.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { toEndCode } from '../to-exit-code.ts';
import { locateYard } from '../yard/locate-yard.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** Which lines are wanted. */
export interface LogsOptions extends CommonOptions {
  readonly key?: string;
  readonly follow?: boolean;
  readonly tail?: number;
}

/** `toolyard logs`: what the Toolyards on this configuration wrote, oldest first. */
export function runLogs({ key, follow = false, tail, ...options }: LogsOptions, host: Host): Promise<number> {
  return runInterruptible(host, async ({ signal }) => {
    const { logFile, file } = await locateYard(host, options);
    // A broken file still has a log; one that is not there is a mistake in its name.
    if (file !== undefined && !existsSync(file)) throw toNotFound(file);
    const screen = createScreen(host.stdout, host.env);
    const color = screen.paint('quiet', ' ') !== ' ';
    let count = 0;
    await readLog({
      file: logFile,
      follow,
      signal,
      ...(key === undefined ? {} : { server: key }),
      ...(tail === undefined ? {} : { tail }),
      onLine(line) {
        count++;
        screen.line(options.json === true ? JSON.stringify(line) : formatLogLine(line, { color }));
      },
    });
    if (count === 0) host.stderr.write(`No lines${key === undefined ? '' : ` about server "${key}"`} in ${logFile}.\n`);
    return toEndCode(signal.reason);
  });
}

function toNotFound(file: string): ToolyardError {
  const problem = { code: 'file_not_found', path: '$', message: 'Config file not found; check its path' } as const;
  return new ToolyardError('config-invalid', formatProblem(file, problem));
}
