import { Duplex } from 'node:stream';
import { createRedactor, secretsOf, ToolyardError, type DockerServer } from '@toolyard/core';
import type { Watchdog } from '../process/create-watchdog.ts';
import type { FollowedContainer } from './follow-container.ts';
import { makeContainer, toRefusal, type MakeOptions } from './make-container.ts';
import { removeContainer } from './remove-container.ts';
import { watchContainer } from './watch-container.ts';

/** With what a container is launched. */
export interface LaunchOptions extends MakeOptions {
  readonly inUse: Set<string>;
  readonly watchdog?: Watchdog<string> | undefined;
  /** Throws where the start is not wanted any more. */
  check(): void;
}

const START_LIMIT_MS = 120_000;

/** Makes a container, listens to it and starts it, in this order: whatever it says is heard. Where that fails it is removed. */
export async function launchContainer(server: DockerServer, options: LaunchOptions): Promise<FollowedContainer> {
  const { engine, log, inUse, watchdog, check } = options;
  watchdog?.start();
  const container = await makeContainer(server, options);
  const { id } = container;
  inUse.add(id);
  watchdog?.add(id);
  const watch = watchContainer(engine, id, server.docker);
  const onGone = (): void => {
    watch.stop();
    inUse.delete(id);
    watchdog?.remove(id);
  };
  let stream: Duplex | undefined;
  try {
    check();
    stream = await attach(server, id, options);
    const started = await engine.ask({ method: 'POST', path: `/containers/${id}/start`, limitMs: START_LIMIT_MS });
    if (started.status >= 300) throw await toRefusal(engine, server, started);
    check();
    const mask = createRedactor([...Object.values(server.docker.env), ...secretsOf({ servers: [server] })]);
    return { container, server, stream, exited: watch.exited, engine, mask, log, onGone, onExit: () => undefined };
  } catch (error) {
    await removeContainer(engine, id);
    stream?.destroy();
    onGone();
    throw error;
  }
}

async function attach(server: DockerServer, id: string, { engine }: LaunchOptions): Promise<Duplex> {
  const query = { stream: 'true', stdin: String(server.endpoint === undefined), stdout: 'true', stderr: 'true' };
  const opened = await engine.attach({ method: 'POST', path: `/containers/${id}/attach`, query });
  if (opened instanceof Duplex) return opened;
  if (opened.status >= 300) throw await toRefusal(engine, server, opened);
  throw new ToolyardError(
    'server-start-failed',
    'Docker did not hand over the streams of its container. Update Docker.',
  );
}
