import { resolvePlaces, systemClock } from '@toolyard/node';
import { join } from 'node:path';
import { toMessage, type Log, type ServerStatus, type Yard } from '@toolyard/core';
import { openConfiguration } from '../configuration/open-configuration.ts';
import { createClientEntry, formatEntry } from '../host/create-client-entry.ts';
import type { Host } from '../host/host.ts';
import { runInterruptible } from '../host/run-interruptible.ts';
import { createScreen, type Screen } from '../terminal/create-screen.ts';
import { createStderrLog } from '../terminal/create-stderr-log.ts';
import { toLine } from '../terminal/text-width.ts';
import { toEndCode } from '../to-exit-code.ts';
import { describeFailure } from '../yard/describe-failure.ts';
import { openYard } from '../yard/open-yard.ts';
import type { CommonOptions } from '../yard/with-yard.ts';
import { TONES } from './status.ts';

/** `toolyard up`: runs the servers of the configuration, shows what happens to them, and stays until a signal. */
export function runUp(options: CommonOptions, host: Host): Promise<number> {
  return runInterruptible(host, async (signal) => {
    const opened = await openConfiguration(host, { ...options, mayAsk: true });
    const screen = createScreen(host.stdout, host.env);
    const log = createUpLog(host, options.debug === true);
    const own = openYard(host, { configuration: opened.configuration, chain: opened.chain, log });
    introduce(screen, host, opened.file, opened.configuration.servers.length);
    follow(own.yard, screen);
    await untilAborted(signal);
    screen.line('Stopping.');
    await own.stop().catch((error: unknown) => log.write('error', toMessage(error)));
    return toEndCode(signal.reason);
  });
}

// A server's failure is shown as the change of state that it is, so the log need not say it again.
function createUpLog(host: Host, debug: boolean): Log {
  const log = createStderrLog(host, systemClock, debug);
  if (debug) return log;
  return {
    write(level, text, server) {
      if (level !== 'error' || server === undefined) log.write(level, text, server);
    },
  };
}

function introduce(screen: Screen, host: Host, file: string | undefined, servers: number): void {
  screen.line(
    screen.paint('strong', file === undefined ? 'Toolyard runs without a configuration.' : `Toolyard runs ${file}`),
  );
  if (servers === 0) for (const line of explainConfiguration(host)) screen.line(line);
  screen.line('');
  screen.line('Clients connect with "toolyard serve", which each of them starts by itself. Its entry:');
  screen.line(createClientEntry(host, file));
  screen.line('');
  screen.line('Ctrl-C ends it.');
}

/** How to add the first server, for someone who has none. */
export function explainConfiguration({ env, homeDir, platform }: Pick<Host, 'env' | 'homeDir' | 'platform'>): string[] {
  const { userConfigDir } = resolvePlaces({ env, homeDir, platform });
  const example = {
    mcpServers: { files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] } },
  };
  return [
    'It has no servers yet. Write them into a file, for example:',
    '',
    formatEntry(example),
    '',
    'The first of these that exists is read:',
    '  1. the file named with --config FILE',
    '  2. the file named by the environment variable TOOLYARD_CONFIG',
    '  3. toolyard.json in the working directory',
    '  4. .mcp.json in the working directory',
    `  5. ${join(userConfigDir, 'toolyard', 'toolyard.json')}`,
    'A file found in the working directory (3, 4) starts nothing until you approve it once: toolyard approve',
    'Then start Toolyard again.',
  ];
}

function follow(yard: Yard, screen: Screen): void {
  const shown = new Map<string, string>();
  const show = (status: ServerStatus): void => {
    const text = describeChange(status);
    if (shown.get(status.key) === text) return;
    shown.set(status.key, text);
    const time = new Date(systemClock.now()).toTimeString().slice(0, 8);
    screen.line(`${screen.paint('quiet', time)}  ${screen.paint(TONES[status.state], toLine(text))}`);
  };
  yard.on((event) => {
    if (event.type === 'server-changed') show(event.status);
  });
  yard.servers().forEach(show);
}

function describeChange(status: ServerStatus): string {
  const { key, state, tools } = status;
  if (state === 'running') return `${key} is running with ${tools} tool${tools === 1 ? '' : 's'}`;
  return describeFailure(status) ?? `${key} is ${state}`;
}

// A timer, because a yard without servers gives the process nothing else to live for.
async function untilAborted(signal: AbortSignal): Promise<void> {
  const alive = setInterval(() => undefined, 2 ** 30);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  clearInterval(alive);
}
