import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import {
  createRedactor,
  orAborted,
  secretsOf,
  ToolyardError,
  type CommandServer,
  type Link,
  type Log,
} from '@toolyard/core';
import { createCommandLink } from './create-command-link.ts';
import { createNoiseReporter } from './create-noise-reporter.ts';
import { createProcessTrees } from './create-process-trees.ts';
import type { Environment } from './create-server-environment.ts';
import { prepareLaunch, type Launch, type LaunchPorts } from './prepare-launch.ts';
import { createLoginPathReader, createShellRunner } from './read-login-path.ts';
import { createSpawnQueue } from './create-spawn-queue.ts';
import { spawnServer, toStartError, type ServerLaunch } from './spawn-server.ts';
import { createWatchdog } from './create-watchdog.ts';

export interface CommandLinkStarterPorts {
  readonly log: Log;
  /** Toolyard's own environment; servers get a short allow-list of it. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Given to every server as `TOOLYARD_CHAIN`, a JSON array. */
  readonly chain?: readonly string[];
  /** The PATH of the user's login shell; `$SHELL` is asked where absent. */
  readonly loginPath?: () => Promise<string | undefined>;
  /** As for a launch; false where absent. */
  readonly isDesktop?: boolean | undefined;
}

/** Starts servers that are programs on this machine. */
export interface CommandLinkStarter {
  /** Rejects with `server-misconfigured` or, where it may pass, `server-start-failed`; a start whose signal is aborted leaves nothing behind. */
  start(server: CommandServer, signal: AbortSignal): Promise<Link>;
  /** Closes every link; resolves when no process is left, the watchdog included. Later starts are refused. */
  stop(): Promise<void>;
}

/** Makes a starter that owns the processes it starts: they end with their links, with `stop`, or with Toolyard. */
export function createCommandLinkStarter(ports: CommandLinkStarterPorts): CommandLinkStarter {
  const { log, env, platform } = ports;
  const trees = createProcessTrees(platform, env);
  // Windows has no shell that could do this, so a killed Toolyard leaves its servers with a closed stdin there.
  const watchdog = platform === 'win32' ? undefined : createWatchdog(log);
  const launchPorts = withLoginPath(ports);
  const links = new Set<Link>();
  const queue = createSpawnQueue();
  const reportNoise = createNoiseReporter(log);
  let stopped = false;

  function createLinkTo(server: CommandServer, child: ChildProcessWithoutNullStreams, pid: number): Link {
    watchdog?.add(pid);
    const link = createCommandLink({
      child,
      pid,
      key: server.key,
      trees,
      log,
      mask: createRedactor([...Object.values(server.env), ...secretsOf({ servers: [server] })]),
      onNoise: (line) => reportNoise(server.key, line),
      onGone() {
        watchdog?.remove(pid);
        links.delete(link);
      },
    });
    links.add(link);
    return link;
  }

  function prepare(server: CommandServer, signal: AbortSignal): Promise<Launch> {
    return orAborted(prepareLaunch(server, launchPorts), signal, () => toAbortError(signal));
  }

  async function spawnLink(launch: ServerLaunch, signal: AbortSignal): Promise<Link> {
    // It may have waited for its turn.
    refuse(stopped, signal);
    // The watchdog comes first and hears of the process at once: whatever kills Toolyard, it knows.
    watchdog?.start();
    const child = spawnServer(launch);
    const spawned = once(child, 'spawn');
    const link = child.pid === undefined ? undefined : createLinkTo(launch.server, child, child.pid);
    await spawned;
    if (link === undefined) throw new TypeError('a process began without a pid');
    return link;
  }

  return {
    async start(server, signal) {
      refuse(stopped, signal);
      const launch = { server, platform, launch: await prepare(server, signal) };
      const link = await queue
        .run(() => spawnLink(launch, signal))
        .catch(async (thrown: unknown) => {
          throw ToolyardError.is(thrown) ? thrown : await toStartError(launch, thrown);
        });
      if (signal.aborted) await link.close();
      refuse(stopped, signal);
      return link;
    },
    async stop() {
      stopped = true;
      await Promise.all([...links].map((link) => link.close()));
      await watchdog?.stop();
    },
  };
}

function refuse(stopped: boolean, signal: AbortSignal): void {
  if (stopped) throw new ToolyardError('server-start-failed', 'Toolyard is stopping.');
  if (signal.aborted) throw toAbortError(signal);
}

function toAbortError(signal: AbortSignal): ToolyardError {
  return new ToolyardError('server-start-failed', 'its start was cancelled.', { cause: signal.reason });
}

function withLoginPath(ports: CommandLinkStarterPorts): LaunchPorts {
  const { env, platform, chain, isDesktop = false } = ports;
  const shell = platform === 'win32' ? undefined : (env['SHELL'] ?? '/bin/sh');
  const loginPath = ports.loginPath ?? createLoginPathReader(shell, createShellRunner(env));
  return { env, platform, ...(chain !== undefined && { chain }), loginPath, isDesktop };
}
