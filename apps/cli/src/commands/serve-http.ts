import { ToolyardError, type Log } from '@toolyard/core';
import { joinRunningYard, type YardPlace, startYard, type StartedYard } from '@toolyard/host';
import { openHttp, type Http, type HttpAddress, type HttpOptions } from '@toolyard/host/http';
import { systemClock } from '@toolyard/node';
import type { JoinedYard } from '@toolyard/runtime';
import { createCommandHost } from '../host/create-command-host.ts';
import { servesPort } from '../http/serves-port.ts';
import type { Interruption } from '../process/run-interruptible.ts';
import { untilAborted } from '../process/until-aborted.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { nameProgram } from '../yard/name-program.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

export interface ServeHttpOptions extends Interruption {
  readonly context: CommandContext;
  readonly options: CommonOptions & HttpOptions;
  readonly place: YardPlace;
  readonly log: Log;
  readonly address: HttpAddress;
  /** The gateway that clients see, where it is not that of the yard. */
  readonly createGateway?: (started: StartedYard) => StartedYard['gateway'];
}

/** `toolyard serve --http`: the gateway on a port, from the running yard or one of its own, until a signal comes. */
export async function serveHttp(serving: ServeHttpOptions): Promise<void> {
  const { context, options, place, log, address, signal } = serving;
  // A service manager may ask for a reload before there is anything to reload.
  serving.onHangup(() => undefined);
  let http: Http | undefined;
  const open = async (): Promise<Http> => {
    if (http !== undefined) return http;
    http = await openHttp(
      { surroundings: context.surroundings, clock: systemClock },
      { ...options, address, place, shown: log },
    );
    context.terminal.stderr.write(`MCP is served at ${http.url}. Press Ctrl-C to stop.\n`);
    return http;
  };
  try {
    while (!signal.aborted) {
      if (serving.createGateway !== undefined || !(await serveJoined(serving, open))) await serveOwn(serving, open);
    }
  } finally {
    await http?.close();
  }
}

/** Serves from the yard that runs already, until it ends or a signal comes; false where there is none. */
async function serveJoined(serving: ServeHttpOptions, open: () => Promise<Http>): Promise<boolean> {
  const { place, log, signal } = serving;
  const joined = await joinRunningYard(place, log);
  if (joined === undefined) return false;
  try {
    (await openBeside(joined, serving, open)).join(joined);
    await Promise.race([joined.ended, untilAborted(signal)]);
  } finally {
    await joined.stop();
  }
  return true;
}

/** HTTP beside a yard that runs already, which may itself have the port. */
async function openBeside(joined: JoinedYard, { address }: ServeHttpOptions, open: () => Promise<Http>): Promise<Http> {
  try {
    return await open();
  } catch (error) {
    const about = await joined.about();
    if (!ToolyardError.is(error) || error.code !== 'port-unavailable' || !servesPort(about, address.port)) throw error;
    const message = `This configuration is already served at ${about.url} by ${nameProgram(about)}. Use that address, or choose another port.`;
    throw new ToolyardError('port-unavailable', message, { cause: error });
  }
}

/** Serves from a yard of this process until a signal comes; returns at once where another one was faster. */
async function serveOwn(serving: ServeHttpOptions, open: () => Promise<Http>): Promise<void> {
  const { context, options, place, log, signal, onHangup, createGateway } = serving;
  const reach = createGateway === undefined ? 'shared' : 'own';
  let url: string | undefined;
  const prepare = async (): Promise<void> => void ({ url } = await open());
  const started = await startYard(createCommandHost(context, { ...options, mayAsk: false }), {
    ...options,
    place,
    shown: log,
    reach,
    prepare,
    about: () => ({ program: 'toolyard serve', pid: process.pid, ...(url !== undefined && { url }) }),
  });
  if (started === undefined) return;
  onHangup(() => started.reload());
  const gateway = createGateway?.(started) ?? started.gateway;
  const http = await open();
  http.host(started.yard, gateway);
  await untilAborted(signal);
  // Before the yard can be found gone: whoever runs it next may want the port too.
  await http.close();
  await gateway.stop();
  await started.stop();
}
