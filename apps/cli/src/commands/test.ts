import { CATALOGUE_KINDS, type Configuration, type ServerStatus, type Yard } from '@toolyard/core';
import type { Host } from '../host/host.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { toLine } from '../terminal/text-width.ts';
import { EXIT } from '../to-exit-code.ts';
import { describeFailure } from '../yard/describe-failure.ts';
import { selectServer } from '../yard/select-server.ts';
import { waitForServers } from '../yard/wait-for-servers.ts';
import { withYard, type CommonOptions } from '../yard/with-yard.ts';

const STDERR_LINES = 20;

/** `toolyard test KEY`: connects, lists, disconnects, and says what failed. */
export function runTest(options: CommonOptions & { readonly key: string }, host: Host): Promise<number> {
  const select = (all: Configuration): Configuration => selectServer(all, options.key);
  return withYard(host, { ...options, select, afresh: true }, async ({ yard, signal, configuration }) => {
    const begun = performance.now();
    await waitForServers(yard, host, { ms: configuration.settings.startTimeoutMs + 5000, signal });
    if (signal.aborted) return EXIT.interrupted;
    const ms = Math.round(performance.now() - begun);
    const [status] = yard.servers();
    if (status === undefined) return EXIT.failed;
    if (options.json === true) printJson(host, yard, status, ms);
    else if (status.state === 'running') printSuccess(host, yard, status, ms);
    else printFailure(host, status);
    return status.state === 'running' ? EXIT.done : EXIT.failed;
  });
}

function countsOf(yard: Yard, key: string): Record<string, number> {
  return Object.fromEntries(CATALOGUE_KINDS.map((kind) => [kind, yard.catalogue.listOf(kind, key).length]));
}

function printJson(host: Host, yard: Yard, status: ServerStatus, ms: number): void {
  host.stdout.write(`${JSON.stringify({ ...status, offers: countsOf(yard, status.key), ms }, undefined, 2)}\n`);
}

function printSuccess(host: Host, yard: Yard, { key }: ServerStatus, ms: number): void {
  const screen = createScreen(host.stdout, host.env);
  const offered = Object.entries(countsOf(yard, key)).filter(([kind, count]) => count > 0 || kind === 'tools');
  const list = offered.map(([kind, count]) => `${count} ${count === 1 ? kind.replace(/s$/, '') : kind}`).join(', ');
  screen.line(`${screen.paint('good', 'works')}  Server "${toLine(key)}": ${list} (connected and listed in ${ms} ms)`);
}

function printFailure(host: Host, status: ServerStatus): void {
  const screen = createScreen(host.stderr, host.env);
  const why = describeFailure(status) ?? `Server "${status.key}" is ${status.state}`;
  screen.line(`${screen.paint('bad', 'failed')}  ${toLine(why)}`);
  if (status.phase !== undefined) screen.line(`phase: ${status.phase}`);
  const lines = status.lastLines?.slice(-STDERR_LINES) ?? [];
  if (lines.length > 0) screen.line('The last lines of its stderr:');
  for (const line of lines) screen.line(`  ${screen.paint('quiet', toLine(line))}`);
}
