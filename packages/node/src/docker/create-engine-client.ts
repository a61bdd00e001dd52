import { existsSync, readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createLineSplitter, ToolyardError } from '@toolyard/core';
import type { Environment } from '../process/create-server-environment.ts';
import { explainEngineFailure, notAnEngine } from './explain-engine-failure.ts';
import { parseReply, type EngineReply } from './parse-engine-reply.ts';
import { resolveEngineAddress, type EngineAddress } from './resolve-engine-address.ts';

/** One request to the engine. */
export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Without a version, e.g. `/containers/json`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly signal?: AbortSignal;
  /** How long the engine may take for its answer, or until a stream begins. */
  readonly limitMs?: number;
  /** How long a stream may be silent; for ever where absent. */
  readonly silenceMs?: number;
}

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
const ANSWER_LIMIT_MS = 30_000;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const MAX_LINE_BYTES = 1024 * 1024;

interface Engine {
  readonly address: EngineAddress;
  readonly version: string;
}

/** Looks for the engine anew until one has answered, since it may be started after Toolyard. */
export function createEngineClient({ env, platform }: EngineClientOptions): EngineClient {
  let found: Promise<Engine> | undefined;

  async function find(): Promise<Engine> {
    const address = resolveEngineAddress({ env, platform, exists: existsSync });
    const reply = await open(address, '/_ping', { method: 'GET', path: '' });
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
    const opened = await open(engine.address, `${engine.version}${request.path}${query}`, request).catch(
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

type Opened = http.IncomingMessage | Duplex;

function isStream(opened: Opened): opened is http.IncomingMessage {
  return opened instanceof http.IncomingMessage && (opened.statusCode ?? 0) < 300;
}

/** Resolves with the head of the answer, or with the connection where the engine hands it over. */
function open(address: EngineAddress, path: string, request: EngineRequest): Promise<Opened> {
  const { signal, body, method, limitMs = ANSWER_LIMIT_MS } = request;
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const fail = (error: unknown): void =>
      reject(signal?.aborted === true ? toAborted(signal) : explainEngineFailure(address, error));
    try {
      signal?.throwIfAborted();
      const isAttach = path.includes('/attach?');
      const sent = connect(address, { path, method, headers: toHeaders(address, text, isAttach), agent: false });
      const timer = setTimeout(() => sent.destroy(toTimeout()), limitMs);
      const abort = (): void => void sent.destroy();
      signal?.addEventListener('abort', abort, { once: true });
      sent.once('close', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      });
      sent.on('error', fail);
      sent.once('response', (response) => {
        clearTimeout(timer);
        resolve(response.on('error', () => undefined));
      });
      sent.once('upgrade', (_response, socket, head) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        if (head.length > 0) socket.unshift(head);
        // Its owner acts on its end.
        resolve(socket.on('error', () => undefined));
      });
      sent.end(text);
    } catch (error) {
      fail(error);
    }
  });
}

function toHeaders(address: EngineAddress, text: string | undefined, isAttach: boolean): Record<string, string> {
  return {
    // A socket has no name, and engines refuse a request without one; over TLS it is what the certificate must be for.
    host: address.kind === 'socket' ? 'docker' : address.host,
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
    ...(text === undefined && { 'content-length': '0' }),
    ...(isAttach && { connection: 'Upgrade', upgrade: 'tcp' }),
  };
}

function connect(address: EngineAddress, options: http.RequestOptions): http.ClientRequest {
  if (address.kind === 'socket') return http.request({ ...options, socketPath: address.path });
  const { host, port, tls } = address;
  if (tls === undefined) return http.request({ ...options, host, port });
  const read = (name: string): Buffer | undefined => {
    const file = join(tls.folder, name);
    return existsSync(file) ? readFileSync(file) : undefined;
  };
  const [ca, cert, key] = ['ca.pem', 'cert.pem', 'key.pem'].map(read);
  const certificates = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  return https.request({ ...options, host, port, ...certificates, rejectUnauthorized: tls.verify });
}

async function readReply(address: EngineAddress, opened: Opened, request: EngineRequest): Promise<EngineReply> {
  if (!(opened instanceof http.IncomingMessage)) {
    opened.destroy();
    throw notAnEngine(address, 'it handed over the connection unasked');
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  await readAll(address, opened, {
    request,
    isStream: false,
    onChunk(chunk) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) throw notAnEngine(address, 'its answer does not end');
      parts.push(chunk);
    },
  });
  const reply = parseReply(opened.statusCode ?? 0, Buffer.concat(parts).toString('utf8'));
  if (reply === undefined) throw notAnEngine(address, 'its answer is not JSON');
  return reply;
}

async function readValues(
  address: EngineAddress,
  stream: http.IncomingMessage,
  { request, onValue }: { readonly request: EngineRequest; onValue(value: unknown): void },
): Promise<void> {
  const lines = createLineSplitter({
    maxBytes: MAX_LINE_BYTES,
    onOverlong() {
      throw notAnEngine(address, 'a line of its answer does not end');
    },
    onLine(line) {
      const reply = parseReply(200, new TextDecoder().decode(line));
      if (reply === undefined) throw notAnEngine(address, 'its answer is not JSON');
      onValue(reply.body);
    },
  });
  await readAll(address, stream, { request, isStream: true, onChunk: (chunk) => lines.push(chunk) });
  lines.end();
}

interface Reading {
  readonly request: EngineRequest;
  readonly isStream: boolean;
  onChunk(chunk: Uint8Array): void;
}

async function readAll(address: EngineAddress, stream: http.IncomingMessage, reading: Reading): Promise<void> {
  const { signal, limitMs = ANSWER_LIMIT_MS, silenceMs } = reading.request;
  const ms = reading.isStream ? silenceMs : limitMs;
  const abort = (): void => void stream.destroy();
  signal?.addEventListener('abort', abort, { once: true });
  const timer = ms === undefined ? undefined : setTimeout(() => stream.destroy(toTimeout()), ms);
  try {
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array)) continue;
      if (reading.isStream) timer?.refresh();
      reading.onChunk(chunk);
    }
  } catch (error) {
    if (ToolyardError.is(error)) throw error;
    throw signal?.aborted === true ? toAborted(signal) : explainEngineFailure(address, error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    stream.destroy();
  }
}

function toTimeout(): Error {
  return Object.assign(new Error('no answer in time'), { code: 'TIMEOUT' });
}

function toAborted(signal: AbortSignal): ToolyardError {
  if (ToolyardError.is(signal.reason)) return signal.reason;
  return new ToolyardError('server-start-failed', 'its start was cancelled.', { cause: signal.reason });
}
