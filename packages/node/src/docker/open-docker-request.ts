import { existsSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { ToolyardError } from '@toolyard/core';
import { readPlainFileSync } from '../file/read-plain-file.ts';
import { explainDockerFailure } from './explain-docker-failure.ts';
import type { DockerAddress } from './resolve-docker-address.ts';

/** One request to the engine. */
export interface DockerRequest {
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

/** How long an answer may take where nothing else is said. */
export const ANSWER_LIMIT_MS = 30_000;

/** The head of an answer, or a connection that the engine handed over. */
export type OpenedRequest = http.IncomingMessage | Duplex;

/** Resolves with the head of the answer, or with the connection where the engine hands it over. */
export function openDockerRequest(
  address: DockerAddress,
  path: string,
  request: DockerRequest,
): Promise<OpenedRequest> {
  const { signal, body, method, limitMs = ANSWER_LIMIT_MS } = request;
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const fail = (error: unknown): void =>
      reject(signal?.aborted === true ? toAborted(signal) : explainDockerFailure(address, error));
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

function toHeaders(address: DockerAddress, text: string | undefined, isAttach: boolean): Record<string, string> {
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

function connect(address: DockerAddress, options: http.RequestOptions): http.ClientRequest {
  if (address.kind === 'socket') return http.request({ ...options, socketPath: address.path });
  const { host, port, tls } = address;
  if (tls === undefined) return http.request({ ...options, host, port });
  const read = (name: string): Buffer | undefined => {
    const file = join(tls.folder, name);
    return existsSync(file) ? readPlainFileSync(file) : undefined;
  };
  const [ca, cert, key] = ['ca.pem', 'cert.pem', 'key.pem'].map(read);
  const certificates = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  return https.request({ ...options, host, port, ...certificates, rejectUnauthorized: tls.verify });
}

/** The error of an engine that is too slow. */
export function toTimeout(): Error {
  return Object.assign(new Error('no answer in time'), { code: 'TIMEOUT' });
}

/** The error of a request that is not wanted any more. */
export function toAborted(signal: AbortSignal): ToolyardError {
  if (ToolyardError.is(signal.reason)) return signal.reason;
  return new ToolyardError('server-start-failed', 'its start was cancelled.', { cause: signal.reason });
}
