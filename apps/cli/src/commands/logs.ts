import { formatLogLine, readLog } from '@toolyard/node';
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
    const { logFile } = await locateYard(host, options);
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
