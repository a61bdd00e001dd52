import { createHash } from 'node:crypto';
import {
  joinSignals,
  STATELESS_REVISION,
  ToolyardError,
  type DockerServer,
  type Link,
  type Log,
  type UrlServer,
  type WireEra,
} from '@toolyard/core';
import { createNoiseReporter } from '../process/create-noise-reporter.ts';
import type { Environment } from '../process/create-server-environment.ts';
import { checkEndpoint } from './check-endpoint.ts';
import { createOwner } from './container-owner.ts';
import { createContainerWatchdog } from './create-container-watchdog.ts';
import { createContainerLink } from './create-container-link.ts';
import { createDockerClient } from './create-docker-client.ts';
import { createImageStore } from './create-image-store.ts';
import { createEndedLink, createPortLink } from './create-port-link.ts';
import { followContainer, type FollowedContainer } from './follow-container.ts';
import { launchContainer } from './launch-container.ts';
import { removeLeftContainers } from './remove-left-containers.ts';
import { waitForAnswer } from './wait-for-answer.ts';

/** Makes the link to a container's port. */
export interface PortLinkStarter {
  start(
    server: Pick<UrlServer, 'key' | 'transport' | 'url' | 'headers'>,
    signal: AbortSignal,
    era?: WireEra,
  ): Promise<Link>;
}

export interface DockerLinkStarterPorts {
  readonly log: Log;
  /** Tells where the engine is, by the same variables as for Docker's own client. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** The configurations that led here, this one last: containers that an earlier run on it left are removed. */
  readonly chain: readonly string[];
  readonly urls: PortLinkStarter;
}

/** Starts servers that are containers. */
export interface DockerLinkStarter {
  /** Rejects with `server-misconfigured` or, where it may pass, `server-start-failed`; a start whose signal is aborted leaves nothing behind. */
  start(server: DockerServer, signal: AbortSignal): Promise<Link>;
  /** Closes every link; resolves when no container is left. Later starts are refused. */
  stop(): Promise<void>;
}

/** Makes a starter that owns its containers: they end with their links, with `stop`, or with Toolyard; where even its watchdog is killed, with the next start. */
export function createDockerLinkStarter(ports: DockerLinkStarterPorts): DockerLinkStarter {
  const { log, chain } = ports;
  const engine = createDockerClient(ports);
  const images = createImageStore(engine, log);
  const watchdog = ports.platform === 'win32' ? undefined : createContainerWatchdog(ports, log);
  const own = { configuration: toId(chain), owner: createOwner(), inUse: new Set<string>(), watchdog };
  const shared = { engine, log, chain, ...own };
  const onNoise = createNoiseReporter(log);
  const starts = new Set<Promise<Link>>();
  const links = new Set<Link>();
  const tidy = createOnce(() => removeLeftContainers(engine, own.configuration, log));
  let stopped = false;

  async function start(server: DockerServer, signal: AbortSignal): Promise<Link> {
    const check = (): void => refuse(stopped, signal);
    check();
    checkEndpoint(server);
    await tidy();
    await images.provide(server.docker, server.key, signal);
    check();
    const followed = await launchContainer(server, { ...shared, check });
    const link =
      server.endpoint === undefined
        ? createContainerLink({ ...followed, onNoise: (line) => onNoise(server.key, line) })
        : await reachPort(followed, { endpoint: server.endpoint, urls: ports.urls, signal });
    links.add(link);
    void link.closed.then(async () => {
      await link.close();
      links.delete(link);
    });
    return link;
  }

  return {
    async start(server, signal) {
      const starting = start(server, signal);
      starts.add(starting);
      return starting.finally(() => starts.delete(starting));
    },
    async stop() {
      stopped = true;
      images.stop();
      await Promise.allSettled(starts);
      await Promise.all([...links].map((link) => link.close()));
      await watchdog?.stop();
    },
  };
}

interface Reach {
  readonly endpoint: NonNullable<DockerServer['endpoint']>;
  readonly urls: PortLinkStarter;
  readonly signal: AbortSignal;
}

/** Waits until a started container answers at its port. */
async function reachPort(followed: FollowedContainer, { endpoint, urls, signal }: Reach): Promise<Link> {
  const life = followContainer(followed);
  const waiting = new AbortController();
  const wanted = joinSignals(waiting.signal, signal);
  const answered = waitForAnswer(endpoint.url, wanted.signal);
  try {
    const isEnded = await Promise.race([life.ended.then(() => true), answered.then(() => false)]);
    if (isEnded) return createEndedLink(life);
    const { key, era } = followed.server;
    // What a port speaks is not found out: that would take a container for each language.
    const link = await urls.start({ key, ...endpoint }, signal, era === STATELESS_REVISION ? era : 'legacy');
    return createPortLink(link, life);
  } catch (error) {
    await life.close();
    throw signal.aborted ? toSilence(endpoint.url, signal) : error;
  } finally {
    waiting.abort();
    wanted.release();
    answered.catch(() => undefined);
  }
}

function refuse(stopped: boolean, signal: AbortSignal): void {
  if (stopped) throw new ToolyardError('server-start-failed', 'Toolyard is stopping.');
  if (!signal.aborted) return;
  if (ToolyardError.is(signal.reason)) throw signal.reason;
  throw new ToolyardError('server-start-failed', 'its start was cancelled.', { cause: signal.reason });
}

/** A label is seen by all who may use the engine, so it does not hold the path itself. */
function toId(chain: readonly string[]): string {
  return createHash('sha256')
    .update(chain.at(-1) ?? '')
    .digest('hex')
    .slice(0, 16);
}

/** Does it once, however often it is asked for; again where it failed. */
function createOnce(action: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= action().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

function toSilence(url: string, signal: AbortSignal): ToolyardError {
  const message =
    `its container runs, but nothing answered at ${new URL(url).host} in time. ` +
    'Check "ports", and whether the server listens on all addresses inside the container (0.0.0.0).';
  return new ToolyardError('server-start-failed', message, { cause: signal.reason });
}
