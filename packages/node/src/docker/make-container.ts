import { randomBytes } from 'node:crypto';
import type { DockerServer, Log, ToolyardError } from '@toolyard/core';
import { refuseClaim } from './claim-name.ts';
import type { DockerClient } from './create-docker-client.ts';
import { explainContainerRefusal } from './explain-container-refusal.ts';
import { listContainers } from './list-containers.ts';
import { parseCreated, type DockerReply } from './parse-docker-reply.ts';
import { removeLeftContainer } from './remove-left-containers.ts';
import { toContainerRequest, type ContainerOptions } from './to-container-request.ts';

/** A container that was made and not started yet. */
export interface MadeContainer {
  readonly id: string;
  readonly name: string;
}

/** With what a container is made. */
export interface MakeOptions extends ContainerOptions {
  readonly engine: DockerClient;
  readonly log: Log;
  /** The ids of containers that this process uses. */
  readonly inUse: ReadonlySet<string>;
}

const CREATE_LIMIT_MS = 120_000;
const MOST_TRIES = 3;

/** Makes a server's container; rejects with `ToolyardError`. One that an earlier run left under its name is replaced. */
export async function makeContainer(server: DockerServer, options: MakeOptions): Promise<MadeContainer> {
  const name = server.docker.containerName ?? createName(server.key);
  for (let tries = 1; ; tries++) {
    // It is not broken off, since the engine might have made the container by then.
    const reply = await options.engine.ask({
      method: 'POST',
      path: '/containers/create',
      query: { name },
      body: toContainerRequest(server, options),
      limitMs: CREATE_LIMIT_MS,
    });
    const id = reply.status === 201 ? parseCreated(reply) : undefined;
    if (id !== undefined) return { id, name };
    if (!isNameTaken(reply) || tries === MOST_TRIES) throw await toRefusal(options.engine, server, reply);
    await makeWay(server, name, options);
  }
}

/** What it means that the engine refused to make or start a container. */
export async function toRefusal(
  engine: DockerClient,
  server: DockerServer,
  reply: DockerReply,
): Promise<ToolyardError> {
  const running = await listContainers(engine, {}, true).catch(() => []);
  return explainContainerRefusal({ server, reply, running });
}

/** Podman has no status of its own for it. */
function isNameTaken({ status, message }: DockerReply): boolean {
  return status === 409 || (status === 500 && /container name "[^"]*" is already in use/.test(message));
}

async function makeWay(server: DockerServer, name: string, options: MakeOptions): Promise<void> {
  const { engine, log, configuration, owner, inUse } = options;
  const holder = (await listContainers(engine, { name: [name] })).find((found) => found.name === name);
  if (holder === undefined) return;
  const refused = refuseClaim({ server, name, holder, configuration, owner, isInUse: inUse.has(holder.id) });
  if (refused !== undefined) throw refused;
  await removeLeftContainer(engine, holder, log);
}

/** A name that no other container has, since several Toolyards may run the same server. */
function createName(key: string): string {
  const readable = key.replaceAll(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 40);
  return `toolyard-${readable}-${randomBytes(4).toString('hex')}`;
}
