import { randomUUID } from 'node:crypto';
import { toMessage, ToolyardError, VERSION, type Link, type Log, type Naming } from '@toolyard/core';
import { createStdioLink, splitEras, type SplitErasOptions } from '@toolyard/front';
import { createGateway, pipeSession, type PipeOptions } from '@toolyard/gateway';
import {
  linkToRunningYard,
  locateYard,
  type YardPlace,
  openGatewayLink,
  startYard,
  type StartedYard,
} from '@toolyard/host';
import { systemClock, type ConfigurationSource } from '@toolyard/node';
import type { HttpAddress, HttpOptions } from '@toolyard/host/http';
import { createClientEntry } from '../clients/create-client-entry.ts';
import { createCommandHost } from '../host/create-command-host.ts';
import { expectCalls } from '../process/expect-calls.ts';
import { isReadWithin } from '../process/is-read-within.ts';
import { runInterruptible, type Interruption } from '../process/run-interruptible.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createStderrLog } from '../terminal/create-stderr-log.ts';
import { refuseClient } from './refuse-client.ts';
import { toSignalExitCode } from '../process/to-exit-code.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** How the gateway shows itself to its client. */
export interface ServeOptions extends CommonOptions, HttpOptions {
  /** Serves HTTP there instead of stdin and stdout. */
  readonly http?: HttpAddress;
  readonly naming?: Naming;
  /** The naming wins over what servers say for themselves. */
  readonly namingForAll?: boolean;
  readonly name?: string;
  readonly version?: string;
  /** The yard runs in the background, and outlives this client. */
  readonly shared?: boolean;
}

/** How long the last messages wait for a client that does not read. */
const UNREAD_MS = 1000;

/** What the ways to serve have in common. */
interface Serving extends Interruption {
  readonly context: CommandContext;
  readonly options: ServeOptions;
  readonly place: YardPlace;
  readonly log: Log;
}

/** `toolyard serve`: the gateway on stdin and stdout, until stdin ends or a signal comes. */
export function runServe(options: ServeOptions, context: CommandContext): Promise<number> {
  const { terminal, surroundings } = context;
  return runInterruptible(terminal, async (interruption) => {
    const place = await locateYard(surroundings, options);
    const log = createStderrLog(terminal, systemClock, options.debug === true);
    interruption.surviveUncaught(log);
    const serving: Serving = { ...interruption, context, options, place, log };
    if (options.http !== undefined) {
      await runServeHttp(serving, options.http);
      return toSignalExitCode(interruption.signal.reason);
    }
    await (isPlain(options) ? servePlainly(serving) : serveOwnYard(serving));
    const code = toSignalExitCode(interruption.signal.reason);
    // A client that is there but reads no more would keep the process for as long as it lives.
    if (!(await isReadWithin(terminal.stdout, UNREAD_MS))) terminal.exitNow(code);
    return code;
  });
}

async function runServeHttp({ options, ...serving }: Serving, address: HttpAddress): Promise<void> {
  if (options.shared === true) {
    throw new ToolyardError(
      'usage',
      '--shared is for stdio only and cannot be combined with --http. Leave out one of them.',
    );
  }
  const own = isPlain(options)
    ? {}
    : { createGateway: (yard: StartedYard) => createClientGateway(yard, options, serving.log) };
  const { serveHttp } = await import('./serve-http.ts');
  await serveHttp({ ...serving, options, address, ...own });
}

/** A gateway that looks different from that of the running yard cannot be that one. */
function isPlain({ shared, ...options }: ServeOptions): boolean {
  const own = (['naming', 'name', 'version'] as const).filter((name) => options[name] !== undefined);
  if (own.length > 0 && shared === true) {
    const names = own.map((name) => `--${name}`).join(', ');
    throw new ToolyardError(
      'usage',
      `A shared Toolyard is the same for all its clients, so it cannot have ${names}. Leave out --shared or ${names}.`,
    );
  }
  return own.length === 0;
}

async function servePlainly(serving: Serving): Promise<void> {
  const { place, log, options } = serving;
  if (options.shared === true) return servePipe(serving);
  const running = await orRefuse(serving, linkToRunningYard(place, log));
  return running === undefined ? serveOwnYard(serving) : servePipe(serving, running);
}

/** Serves from a yard of this process, which others may join. */
async function serveOwnYard(serving: Serving): Promise<void> {
  const { context, options, place, log, signal } = serving;
  const reach = isPlain(options) ? 'shared' : 'own';
  const starting = startYard(createCommandHost(context, { ...options, mayAsk: false }), {
    ...options,
    place,
    shown: log,
    reach,
    about,
  });
  const started = await orRefuse(serving, starting);
  if (started === undefined) return servePipe(serving);
  serving.onHangup(() => started.reload());
  const gateway = createClientGateway(started, options, log);
  const client = openClient(serving, (link, about) => void gateway.accept(link, about));
  const session = gateway.accept(client);
  await untilEnd(signal, [session.ended, client.closed]);
  if (gateway !== started.gateway) await gateway.stop();
  await started.stop();
}

/** Serves from the yard of another process; when that is gone, from the next one. */
async function servePipe(serving: Serving, running?: Link): Promise<void> {
  const { context, options, place, log, signal } = serving;
  let own: StartedYard | undefined;
  // The yard itself hears of changes.
  serving.onHangup(() => own?.reload());
  const openings = new Set<Promise<unknown>>();
  const reopen = (): Promise<Link> => {
    const opened = openGatewayLink(createCommandHost(context, { ...options, mayAsk: false }), {
      ...options,
      place,
      log,
      about,
      onStarted: (started) => (own = started),
    });
    const opening: Promise<unknown> = opened.catch(() => undefined).then(() => openings.delete(opening));
    openings.add(opening);
    return opened;
  };
  const gateway = running ?? (await orRefuse(serving, reopen()));
  const client = openClient(serving, (link, about) => void pipeRequest({ client: link, reopen, log, ...about }));
  try {
    await untilEnd(signal, [pipeSession({ client, gateway, reopen, log })]);
  } finally {
    await client.close();
    await gateway.close();
    // A yard that is just being started has to be stopped too.
    await Promise.all(openings);
    await own?.stop();
  }
}

/** What those who join a yard of this process are told. */
function about(): { readonly program: string; readonly pid: number } {
  return { program: 'toolyard serve', pid: process.pid };
}

/** Waits for what the client is served from; where there is none, the client is told before this rejects. */
async function orRefuse<Opened>({ context }: Serving, opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    await refuseClient(context.terminal, toMessage(error));
    throw error;
  }
}

/** Serves one request that belongs to no session. */
async function pipeRequest(options: Omit<PipeOptions, 'gateway'>): Promise<void> {
  try {
    await pipeSession({ ...options, gateway: options.reopen() });
  } catch (error) {
    options.log.write('warning', `A request could not be served: ${toMessage(error)}`);
    await options.client.close();
  }
}

function openClient({ context, place, log, options }: Serving, accept: SplitErasOptions['accept']): Link {
  if (context.terminal.stdin.isTTY === true) context.terminal.stderr.write(explainServe(context, place, options));
  const onNoise = (line: string): void => log.write('warning', `The client sent a line that is not a message: ${line}`);
  const client = createStdioLink({ stdin: context.terminal.stdin, stdout: context.terminal.stdout, onNoise });
  expectCalls();
  return splitEras({ client, clock: systemClock, log, accept });
}

/** Those who join see the yard as its configuration says, whatever this client wants. */
function createClientGateway({ yard, gateway }: StartedYard, options: ServeOptions, log: Log): StartedYard['gateway'] {
  if (isPlain(options)) return gateway;
  return createGateway({
    yard,
    naming: options.naming,
    namingForAll: options.namingForAll,
    clock: systemClock,
    log,
    info: { name: options.name ?? 'toolyard', version: options.version ?? VERSION },
    newTaskId: randomUUID,
  });
}

/** Resolves when the client is gone or the process is asked to end. */
async function untilEnd(signal: AbortSignal, ends: readonly Promise<unknown>[]): Promise<void> {
  if (signal.aborted) return;
  const asked = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await Promise.race([asked, ...ends]);
}

function explainServe(context: CommandContext, source: ConfigurationSource, { shared }: ServeOptions): string {
  const entry = createClientEntry(context, source, shared === true ? ['--shared'] : []);
  return (
    'toolyard serve speaks MCP over stdin and stdout, so a client has to start it. Put this into its configuration:\n' +
    `${entry}\nPress Ctrl-C to stop.\n`
  );
}
