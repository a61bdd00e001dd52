import { existsSync } from 'node:fs';
import * as http from 'node:http';
import type { Duplex } from 'node:stream';
import type { Environment } from '../process/create-server-environment.ts';
import { notAnEngine } from './explain-engine-failure.ts';
import { openEngineRequest, type EngineRequest, type Opened } from './open-engine-request.ts';
import type { EngineReply } from './parse-engine-reply.ts';
import { readReply, readValues } from './read-engine-answer.ts';
import { resolveEngineAddress, type EngineAddress } from './resolve-engine-address.ts';

/** The few things of a container engine's HTTP interface that Toolyard needs. All reject with `ToolyardError` where there is no answer. */
export interface EngineClient {
  /** Resolves with every answer, also one that is an error. */
  ask(request: EngineRequest): Promise<EngineReply>;
  /** Hands on a stream of JSON values as they come; resolves at its end, or with the answer that was none. */
  follow(request: EngineRequest, onValue: (value: unknown) => void): Promise<EngineReply>;
  /** Opens a connection that both sides write to; gives the answer where the engine refuses. */
  attach(request: EngineRequest): Promise<Duplex | EngineReply>;
}

/** Where the engine is looked for. */
export interface EngineClientOptions {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

/** Engines refuse versions that they have left behind, so it must be a recent one; nothing that is used here is newer than 1.30. */
const NEWEST_VERSION = 47;

interface Engine {
  readonly address: EngineAddress;
  readonly version: string;
}

/** Looks for the engine anew until one has answered, since it may be started after Toolyard. */
export function createEngineClient({ env, platform }: EngineClientOptions): EngineClient {
  let found: Promise<Engine> | undefined;

  async function find(): Promise<Engine> {
    const address = resolveEngineAddress({ env, platform, exists: existsSync });
    const reply = await openEngineRequest(address, '/_ping', { method: 'GET', path: '' });
    const version = reply instanceof http.IncomingMessage ? reply.headers['api-version'] : undefined;
    if (reply instanceof http.IncomingMessage) reply.destroy();
    const [, minor] = /^1\.(\d{1,3})$/.exec(String(version)) ?? [];
    if (minor === undefined) throw notAnEngine(address, 'it names no version of its interface');
    return { address, version: `/v1.${Math.min(Number(minor), NEWEST_VERSION)}` };
  }

  async function send(request: EngineRequest): Promise<{ address: EngineAddress; opened: Opened }> {
    found ??= find();
    const engine = await found.catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    const query = request.query === undefined ? '' : `?${new URLSearchParams(request.query).toString()}`;
    const opened = await openEngineRequest(engine.address, `${engine.version}${request.path}${query}`, request).catch(
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

function isStream(opened: Opened): opened is http.IncomingMessage {
  return opened instanceof http.IncomingMessage && (opened.statusCode ?? 0) < 300;
}
