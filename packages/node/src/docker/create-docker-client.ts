import { existsSync } from 'node:fs';
import * as http from 'node:http';
import type { Duplex } from 'node:stream';
import type { Environment } from '../process/create-server-environment.ts';
import { toNotDockerError } from './explain-docker-failure.ts';
import { openDockerRequest, type DockerRequest, type OpenedRequest } from './open-docker-request.ts';
import type { DockerReply } from './parse-docker-reply.ts';
import { readReply, readValues } from './read-engine-answer.ts';
import { resolveDockerAddress, type DockerAddress } from './resolve-docker-address.ts';

/** The few things of a container engine's HTTP interface that Toolyard needs. All reject with `ToolyardError` where there is no answer. */
export interface DockerClient {
  /** Resolves with every answer, also one that is an error. */
  ask(request: DockerRequest): Promise<DockerReply>;
  /** Hands on a stream of JSON values as they come; resolves at its end, or with the answer that was none. */
  follow(request: DockerRequest, onValue: (value: unknown) => void): Promise<DockerReply>;
  /** Opens a connection that both sides write to; gives the answer where the engine refuses. */
  attach(request: DockerRequest): Promise<Duplex | DockerReply>;
}

/** Where the engine is looked for. */
export interface DockerClientOptions {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

/** Engines refuse versions that they have left behind, so it must be a recent one; nothing that is used here is newer than 1.30. */
const NEWEST_VERSION = 47;

interface Engine {
  readonly address: DockerAddress;
  readonly version: string;
}

/** Looks for the engine anew until one has answered, since it may be started after Toolyard. */
export function createDockerClient({ env, platform }: DockerClientOptions): DockerClient {
  let found: Promise<Engine> | undefined;

  async function find(): Promise<Engine> {
    const address = resolveDockerAddress({ env, platform, exists: existsSync });
    const reply = await openDockerRequest(address, '/_ping', { method: 'GET', path: '' });
    const version = reply instanceof http.IncomingMessage ? reply.headers['api-version'] : undefined;
    if (reply instanceof http.IncomingMessage) reply.destroy();
    const [, minor] = /^1\.(\d{1,3})$/.exec(String(version)) ?? [];
    if (minor === undefined) throw toNotDockerError(address, 'it names no version of its interface');
    return { address, version: `/v1.${Math.min(Number(minor), NEWEST_VERSION)}` };
  }

  async function send(request: DockerRequest): Promise<{ address: DockerAddress; opened: OpenedRequest }> {
    found ??= find();
    const engine = await found.catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    const query = request.query === undefined ? '' : `?${new URLSearchParams(request.query).toString()}`;
    const opened = await openDockerRequest(engine.address, `${engine.version}${request.path}${query}`, request).catch(
      (error: unknown) => {
        found = undefined;
        throw error;
      },
    );
    return { address: engine.address, opened };
  }

  return {
    async ask(request) {
      const { address, opened } = await send(request);
      return readReply(address, opened, request);
    },
    async follow(request, onValue) {
      const { address, opened } = await send(request);
      if (!isStream(opened)) return readReply(address, opened, request);
      await readValues(address, opened, { request, onValue });
      return { status: opened.statusCode ?? 0, body: undefined, message: '' };
    },
    async attach(request) {
      const { address, opened } = await send(request);
      return opened instanceof http.IncomingMessage ? readReply(address, opened, request) : opened;
    },
  };
}

function isStream(opened: OpenedRequest): opened is http.IncomingMessage {
  return opened instanceof http.IncomingMessage && (opened.statusCode ?? 0) < 300;
}
