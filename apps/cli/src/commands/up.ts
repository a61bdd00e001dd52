import { describeFailure, joinRunningYard, locateYard, measureTools, startYard, type YardPlace } from '@toolyard/host';
import { systemClock } from '@toolyard/node';
import {
  secretsOf,
  toLine,
  ToolyardError,
  type Log,
  type ServerStatus,
  type Yard,
  type YardAbout,
} from '@toolyard/core';
import type { JoinedYard } from '@toolyard/runtime';
import { DEFAULT_ADDRESS, openHttp, type Http, type HttpOptions } from '@toolyard/host/http';
import { createCommandHost } from '../host/create-command-host.ts';
import { servesPort } from '../http/serves-port.ts';
import { createUpScreen } from '../hooks/watch/create-up-screen.ts';
import type { WebhookAddress } from '../hooks/watch/describe-webhooks.ts';
import { runUpHooks, type UpHooks } from '../hooks/watch/run-up-hooks.ts';
import { runInterruptible, type Interruption } from '../process/run-interruptible.ts';
import { untilAborted } from '../process/until-aborted.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen, type Screen, type Tone } from '../terminal/create-screen.ts';
import { createStderrLog } from '../terminal/create-stderr-log.ts';
import { TONES } from '../terminal/render-status.ts';
import { toSignalExitCode } from '../process/to-exit-code.ts';
import { describeToolCost } from '../yard/describe-tool-cost.ts';
import { nameProgram } from '../yard/name-program.ts';
import type { CommonOptions } from '../yard/with-yard.ts';
import { describeStart } from './describe-start.ts';

export interface UpOptions extends CommonOptions, HttpOptions {
  readonly host?: string;
  readonly port?: number;
  readonly endWithParent?: boolean;
  /** False with `--no-hooks`. */
  readonly hooks?: boolean;
}

/**
 * `toolyard up`: runs the servers of the configuration, shows what happens to them, and stays until a signal. Where a
 * yard runs already it shows that one, and runs them itself when that is gone.
 */
export function runUp(options: UpOptions, context: CommandContext): Promise<number> {
  const { terminal, surroundings } = context;
  return runInterruptible(terminal, async (interruption) => {
    const { signal } = interruption;
    // Until there is a yard that could read its file again, a hang-up asks for nothing.
    interruption.onHangup(() => undefined);
    interruption.endWithReader();
    if (options.endWithParent === true) interruption.endWithParent();
    const up: Up = {
      ...interruption,
      context,
      options,
      place: await locateYard(surroundings, options),
      screen: createScreen(terminal.stdout, surroundings.env),
      shown: createUpLog(context, options.debug === true),
    };
    if (options.hooks !== false) up.hooks = openUpHooks(up);
    interruption.surviveUncaught(up.shown);
    try {
      while (!signal.aborted) if (!(await showRunning(up))) await runOwn(up);
    } finally {
      await up.hooks?.close();
      await up.http?.close();
    }
    return toSignalExitCode(signal.reason);
  });
}

interface Up extends Interruption {
  readonly context: CommandContext;
  readonly options: UpOptions;
  readonly place: YardPlace;
  readonly screen: Screen;
  readonly shown: Log;
  http?: Http | undefined;
  hooks?: UpHooks;
}

function openUpHooks(up: Up): UpHooks {
  const { context, screen } = up;
  const address = (): WebhookAddress => ({
    url: up.http?.url.replace(/\/mcp$/, ''),
    unserved: 'another Toolyard has the port',
  });
  return runUpHooks({
    ...up,
    show: createUpScreen({ screen, surroundings: context.surroundings, time: toShownClock, address }),
  });
}

function openOwn({ context, options, place, shown, hooks }: Up): Promise<Http> {
  const address = { host: options.host ?? DEFAULT_ADDRESS.host, port: options.port ?? DEFAULT_ADDRESS.port };
  const webhooks = hooks === undefined ? {} : { webhooks: hooks.reception };
  return openHttp(
    { surroundings: context.surroundings, clock: systemClock },
    { ...options, ...webhooks, address, place, shown },
  );
}

/** HTTP beside a yard that runs already; nothing where that one has the port, or most likely has it. */
async function openUnlessTaken(up: Up, about: YardAbout | undefined): Promise<Http | undefined> {
  const { port } = up.options;
  try {
    return await openOwn(up);
  } catch (error) {
    const isTaken = ToolyardError.is(error) && error.code === 'port-unavailable';
    if (isTaken && (port === undefined || servesPort(about, port))) return undefined;
    throw error;
  }
}

/** Shows a yard that runs already, until it ends or a signal comes; false where there is none. */
async function showRunning(up: Up): Promise<boolean> {
  const { place, shown, screen, signal } = up;
  const joined = await joinRunningYard(place, shown);
  if (joined === undefined) return false;
  const about = await joined.about();
  up.http ??= await openUnlessTaken(up, about);
  up.http?.join(joined);
  introduce(up, joined.servers().length, up.http?.url ?? about?.url);
  const where = about?.url === undefined ? '' : ` at ${about.url}`;
  screen.line(`This configuration already runs in ${nameProgram(about)}${where}; joined it.`);
  follow(joined, screen);
  up.hooks?.offer({ yard: joined, configuration: () => joined.configuration(), place });
  await Promise.race([joined.ended, untilAborted(signal)]);
  if (signal.aborted) await up.hooks?.close();
  up.hooks?.withdraw();
  await joined.stop();
  if (!signal.aborted) screen.line('The Toolyard that ran the servers has stopped.');
  return true;
}

/** Runs a yard of this process until a signal comes; returns at once where another one was faster. */
async function runOwn(up: Up): Promise<void> {
  const { context, options, place, shown, screen, signal, onHangup } = up;
  const prepare = async (): Promise<void> => void (up.http ??= await openOwn(up));
  const started = await startYard(createCommandHost(context, options), {
    ...options,
    place,
    shown,
    reach: 'shared',
    prepare,
    about: () => ({ program: 'toolyard up', pid: process.pid, ...(up.http && { url: up.http.url }) }),
  });
  if (started === undefined) return;
  onHangup(() => started.reload());
  up.http?.host(started.yard, started.gateway);
  introduce(up, started.opened.configuration.servers.length, up.http?.url);
  const { yard } = started;
  follow(yard, screen);
  up.hooks?.offer({
    yard,
    configuration: () => yard.configuration(),
    place,
    secrets: () => secretsOf(yard.configuration()),
  });
  await untilAborted(signal);
  screen.line('Stopping.');
  await up.hooks?.close();
  // Before the yard can be found gone: whoever runs it next wants the port too.
  await up.http?.close();
  await started.stop();
}

// A server's failure is shown as the change of state that it is, so the log need not say it again.
function createUpLog({ terminal }: CommandContext, debug: boolean): Log {
  const log = createStderrLog(terminal, systemClock, debug);
  if (debug) return log;
  return {
    write(level, text, server) {
      if (level !== 'error' || server === undefined) log.write(level, text, server);
    },
  };
}

function introduce({ screen, context, options, place }: Up, servers: number, url: string | undefined): void {
  const { file } = place;
  const title = file === undefined ? 'Toolyard runs without a configuration file.' : `Toolyard runs ${file}`;
  screen.line(screen.paint('strong', title));
  const wantsToken = (options.token ?? context.surroundings.env['TOOLYARD_TOKEN'] ?? '') !== '';
  for (const line of describeStart(context, {
    source: place,
    hasServers: servers > 0,
    url,
    wantsToken,
  })) {
    screen.line(line);
  }
  screen.line('');
  screen.line('Press Ctrl-C to stop.');
}

function follow(yard: Yard & Pick<JoinedYard, 'configuration'>, screen: Screen): void {
  const shown = new Map<string, string>();
  let isCostTold = false;
  const tell = (tone: Tone, text: string): void => {
    screen.line(`${screen.paint('quiet', toShownClock())}  ${screen.paint(tone, toLine(text))}`);
  };
  const show = (status: ServerStatus): boolean => {
    const text = describeChange(status);
    if (shown.get(status.key) === text) return false;
    shown.set(status.key, text);
    tell(TONES[status.state], text);
    return true;
  };
  // Once, when it is known; again where the configuration may have made another list of it.
  const showCost = (): void => {
    if (isCostTold || yard.servers().some(({ state }) => state === 'starting')) return;
    const cost = describeToolCost(measureTools(yard.configuration(), yard.catalogue));
    if (cost === undefined) return;
    isCostTold = true;
    tell('busy', `${cost.text}.`);
    tell('busy', cost.advice);
  };
  const showRemoved = (): void => {
    for (const key of [...shown.keys()].filter((each) => yard.server(each) === undefined)) {
      shown.delete(key);
      tell('quiet', `${key} was removed from the configuration`);
    }
  };
  yard.on((event) => {
    if (event.type === 'server-changed' && show(event.status)) showCost();
    if (event.type === 'configuration-changed') {
      isCostTold = false;
      showRemoved();
    }
    if (event.type === 'catalogue-changed' && event.kind === 'tools') showCost();
    if (event.type === 'server-auto-disabled') tell('bad', describeGivenUp(event.key));
  });
  yard.servers().forEach(show);
  showCost();
}

function toShownClock(): string {
  return new Date(systemClock.now()).toTimeString().slice(0, 8);
}

function describeGivenUp(key: string): string {
  return `${key} was auto-disabled, because its retries failed too. Fix it, then run: toolyard enable ${key}`;
}

function describeChange(status: ServerStatus): string {
  const { key, state, tools } = status;
  if (state === 'running') return `${key} is running with ${tools} tool${tools === 1 ? '' : 's'}`;
  return describeFailure(status) ?? `${key} is ${state}`;
}
