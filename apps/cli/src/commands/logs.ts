import { ToolyardError, toVisibleJson, type LogLevel } from '@toolyard/core';
import { locateYard, readWritten, readYardLog, type LogCounts, type YardPlace } from '@toolyard/host';
import { formatLogLine, readLog, type LogLine } from '@toolyard/node';
import { createCommandHost } from '../host/create-command-host.ts';
import { runInterruptible } from '../process/run-interruptible.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { toSignalExitCode } from '../process/to-exit-code.ts';
import { checkNamedFile } from '../yard/check-named-file.ts';
import { selectServer } from '../yard/select-server.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** Which lines are wanted. */
export interface LogsOptions extends CommonOptions {
  readonly key?: string;
  readonly follow?: boolean;
  readonly tail?: number;
  /** The least that a line has to matter. */
  readonly level?: LogLevel;
}

/** `toolyard logs`: what the Toolyards on this configuration wrote, oldest first. */
export function runLogs(options: LogsOptions, context: CommandContext): Promise<number> {
  const { terminal, surroundings } = context;
  return runInterruptible(terminal, async ({ signal, endWithReader }) => {
    endWithReader();
    const { key, tail, follow = false } = options;
    const place = await locateYard(surroundings, options);
    // A broken file still has a log.
    checkNamedFile(place);
    if (key !== undefined) await checkKey(key, { context, options, place, signal });
    const screen = createScreen(terminal.stdout, surroundings.env);
    const color = screen.paint('quiet', ' ') !== ' ';
    const level = options.level ?? (options.debug === true ? 'debug' : 'info');
    const onLine = (line: LogLine): void =>
      screen.line(options.json === true ? toVisibleJson(line) : formatLogLine(line, { color }));
    const counts = await readYardLog(place, { server: key, level, tail, follow, signal, onLine });
    if (counts.shown === 0 && !follow && tail !== 0) terminal.stderr.write(explainNothing(options, place, counts));
    return toSignalExitCode(signal.reason);
  });
}

function explainNothing({ key, level }: LogsOptions, { logFile }: YardPlace, { hidden }: LogCounts): string {
  const about = key === undefined ? '' : ` about server "${key}"`;
  if (hidden === 0) return `No lines${about} in ${logFile}.\n`;
  return `No lines${about} of level ${level ?? 'info'} or above; use --debug to see all ${hidden}.\n`;
}

interface KeyCheck {
  readonly context: CommandContext;
  readonly options: LogsOptions;
  readonly place: YardPlace;
  readonly signal: AbortSignal;
}

/** A key is known where the log has lines about it, since its server may be gone by now, or the configuration has it. */
async function checkKey(key: string, { context, options, place, signal }: KeyCheck): Promise<void> {
  const known = new Set<string>();
  const onLine = ({ server }: LogLine): void => void (server !== undefined && known.add(server));
  await readLog({ file: place.logFile, signal, onLine });
  if (known.has(key)) return;
  const configured = await readKeys(context, options);
  // What a broken file holds nobody knows.
  if (configured === undefined) return;
  const servers = [...new Set([...configured, ...known])].map((each) => ({ key: each }));
  selectServer({ servers }, key);
}

async function readKeys(context: CommandContext, options: LogsOptions): Promise<readonly string[] | undefined> {
  try {
    const { asWritten } = await readWritten(createCommandHost(context, { mayAsk: false }), options);
    return asWritten.servers.map((server) => server.key);
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    return undefined;
  }
}
