import {
  CATALOGUE_KINDS,
  type Configuration,
  type Log,
  type ServerStatus,
  toLine,
  toVisibleJson,
  type Yard,
} from '@toolyard/core';
import { describeFailure } from '@toolyard/host';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { EXIT } from '../process/to-exit-code.ts';
import { selectServer } from '../yard/select-server.ts';
import { waitForServers } from '../yard/wait-for-servers.ts';
import { withYard, type CommonOptions } from '../yard/with-yard.ts';

/** What `toolyard test` was given. */
export interface TestOptions extends CommonOptions {
  readonly key: string;
  /** The most milliseconds it may take. */
  readonly timeout?: number;
}

const STDERR_LINES = 20;
const MAX_WARNINGS = 100;

/** `toolyard test KEY`: connects, lists, disconnects, and says what failed. */
export function runTest(options: TestOptions, context: CommandContext): Promise<number> {
  const warnings: string[] = [];
  const how = { ...options, select: createSelect(options), afresh: true, listener: createListener(options, warnings) };
  return withYard(context, how, async ({ yard, signal, configuration }) => {
    const begun = performance.now();
    const limit = options.timeout ?? configuration.settings.startTimeoutMs;
    await waitForServers(yard, context, { ms: limit + 5000, signal });
    if (signal.aborted) return EXIT.interrupted;
    const ms = Math.round(performance.now() - begun);
    const [status] = yard.servers();
    if (status === undefined) return EXIT.failed;
    if (options.json === true) printJson(context, { ...status, offers: countsOf(yard, status.key), ms, warnings });
    else if (status.state === 'running') printSuccess(context, yard, status, ms);
    else printFailure(context, status, warnings);
    return status.state === 'running' ? EXIT.done : EXIT.failed;
  });
}

function createSelect({ key, timeout }: TestOptions): (all: Configuration) => Configuration {
  return (all) => {
    const selected = selectServer(all, key);
    if (timeout === undefined) return selected;
    return { ...selected, settings: { ...selected.settings, startTimeoutMs: timeout } };
  };
}

/** Keeps the first things that are odd about the server, such as what it prints to stdout that is no message. */
function createListener({ key }: TestOptions, warnings: string[]): Log {
  return {
    write(level, text, server) {
      if (level === 'warning' && server === key && warnings.length < MAX_WARNINGS) warnings.push(text);
    },
  };
}

function countsOf(yard: Yard, key: string): Record<string, number> {
  return Object.fromEntries(CATALOGUE_KINDS.map((kind) => [kind, yard.catalogue.listOf(kind, key).length]));
}

function printJson({ terminal }: CommandContext, result: object): void {
  terminal.stdout.write(`${toVisibleJson(result, 2)}\n`);
}

function printSuccess(
  { terminal, surroundings }: CommandContext,
  yard: Yard,
  { key, reason }: ServerStatus,
  ms: number,
): void {
  const screen = createScreen(terminal.stdout, surroundings.env);
  const offered = Object.entries(countsOf(yard, key)).filter(([kind, count]) => count > 0 || kind === 'tools');
  const list = offered.map(([kind, count]) => `${count} ${count === 1 ? kind.replace(/s$/, '') : kind}`).join(', ');
  screen.line(`${screen.paint('good', 'works')}  Server "${toLine(key)}": ${list} (connected and listed in ${ms} ms)`);
  if (reason !== undefined) terminal.stderr.write(`warning: ${toLine(reason)}\n`);
}

function printFailure(
  { terminal, surroundings }: CommandContext,
  status: ServerStatus,
  warnings: readonly string[],
): void {
  const screen = createScreen(terminal.stderr, surroundings.env);
  const why = describeFailure(status) ?? `Server "${status.key}" is ${status.state}`;
  screen.line(`${screen.paint('bad', 'failed')}  ${toLine(why)}`);
  if (status.phase !== undefined) screen.line(`phase: ${status.phase}`);
  for (const warning of warnings) screen.line(toLine(warning));
  const lines = status.lastLines?.slice(-STDERR_LINES) ?? [];
  if (lines.length > 0) screen.line('The last lines of its stderr:');
  for (const line of lines) screen.line(`  ${screen.paint('quiet', toLine(line))}`);
}
