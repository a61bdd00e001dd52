import type { Configuration, Naming } from '@toolyard/core';
import { createStdioLink } from '@toolyard/front';
import { createGateway } from '@toolyard/gateway';
import { systemClock } from '@toolyard/node';
import { openConfiguration } from '../configuration/open-configuration.ts';
import { createClientEntry } from '../host/create-client-entry.ts';
import type { Host } from '../host/host.ts';
import { isReadWithin } from '../host/is-read-within.ts';
import { runInterruptible } from '../host/run-interruptible.ts';
import { createStderrLog } from '../terminal/create-stderr-log.ts';
import { toEndCode } from '../to-exit-code.ts';
import { VERSION } from '../version.ts';
import { openYard } from '../yard/open-yard.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** How the gateway shows itself to its client. */
export interface ServeOptions extends CommonOptions {
  readonly naming?: Naming;
  /** The naming wins over what servers say for themselves. */
  readonly namingForAll?: boolean;
  readonly name?: string;
  readonly version?: string;
}

/** How long the last messages wait for a client that does not read. */
const UNREAD_MS = 1000;

/** `toolyard serve`: the gateway on stdin and stdout, until stdin ends or a signal comes. */
export function runServe(options: ServeOptions, host: Host): Promise<number> {
  return runInterruptible(host, async (signal) => {
    const opened = await openConfiguration(host, { ...options, mayAsk: false });
    const configuration = applyNaming(opened.configuration, options);
    if (host.stdin.isTTY === true) host.stderr.write(explainServe(host, opened.file));
    const log = createStderrLog(host, systemClock, options.debug === true);
    const own = openYard(host, { configuration, chain: opened.chain, log });
    const gateway = createGateway({
      yard: own.yard,
      clock: systemClock,
      info: { name: options.name ?? 'toolyard', version: options.version ?? VERSION },
    });
    const onNoise = (line: string): void => log.write('warning', `The client sent a line that is no message: ${line}`);
    const link = createStdioLink({ stdin: host.stdin, stdout: host.stdout, onNoise });
    const session = gateway.accept(link);
    if (!signal.aborted) await untilEnd(signal, [session.ended, link.closed]);
    await gateway.stop();
    await own.stop();
    const code = toEndCode(signal.reason);
    // A client that is there but reads no more would keep the process for as long as it lives.
    if (!(await isReadWithin(host.stdout, UNREAD_MS))) host.exitNow(code);
    return code;
  });
}

/** Resolves when the client is gone or the process is asked to end. */
async function untilEnd(signal: AbortSignal, ends: readonly Promise<unknown>[]): Promise<void> {
  const asked = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await Promise.race([asked, ...ends]);
}

function applyNaming(configuration: Configuration, { naming, namingForAll }: ServeOptions): Configuration {
  if (naming === undefined) return configuration;
  const settings = { ...configuration.settings, naming };
  if (namingForAll !== true) return { ...configuration, settings };
  return { settings, servers: configuration.servers.map((server) => ({ ...server, naming })) };
}

function explainServe(host: Host, file: string | undefined): string {
  return (
    'toolyard serve speaks MCP over stdin and stdout, so a client has to start it. Put this into its configuration:\n' +
    `${createClientEntry(host, file)}\nCtrl-C ends it.\n`
  );
}
