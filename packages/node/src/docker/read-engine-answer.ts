import * as http from 'node:http';
import { createByteList, createLineSplitter, ToolyardError } from '@toolyard/core';
import { explainDockerFailure, toNotDockerError } from './explain-docker-failure.ts';
import {
  ANSWER_LIMIT_MS,
  toAborted,
  toTimeout,
  type DockerRequest,
  type OpenedRequest,
} from './open-docker-request.ts';
import { parseDockerReply, type DockerReply } from './parse-docker-reply.ts';
import type { DockerAddress } from './resolve-docker-address.ts';

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const MAX_LINE_BYTES = 1024 * 1024;

/** Reads an answer whole; rejects with `ToolyardError` where it is not one of an engine. */
export async function readReply(
  address: DockerAddress,
  opened: OpenedRequest,
  request: DockerRequest,
): Promise<DockerReply> {
  if (!(opened instanceof http.IncomingMessage)) {
    opened.destroy();
    throw toNotDockerError(address, 'it handed over the connection unasked');
  }
  const body = createByteList();
  await readAll(address, opened, {
    request,
    isStream: false,
    onChunk(chunk) {
      if (body.size + chunk.length > MAX_ANSWER_BYTES) throw toNotDockerError(address, 'its answer does not end');
      body.add(chunk);
    },
  });
  const reply = parseDockerReply(opened.statusCode ?? 0, new TextDecoder().decode(body.join()));
  if (reply === undefined) throw toNotDockerError(address, 'its answer is not JSON');
  return reply;
}

/** Reads a stream of JSON values, one a line, to its end. */
export async function readValues(
  address: DockerAddress,
  stream: http.IncomingMessage,
  { request, onValue }: { readonly request: DockerRequest; onValue(value: unknown): void },
): Promise<void> {
  const lines = createLineSplitter({
    maxBytes: MAX_LINE_BYTES,
    onOverlong() {
      throw toNotDockerError(address, 'a line of its answer does not end');
    },
    onLine(line) {
      const reply = parseDockerReply(200, new TextDecoder().decode(line));
      if (reply === undefined) throw toNotDockerError(address, 'its answer is not JSON');
      onValue(reply.body);
    },
  });
  await readAll(address, stream, { request, isStream: true, onChunk: (chunk) => lines.push(chunk) });
  lines.end();
}

interface Reading {
  readonly request: DockerRequest;
  readonly isStream: boolean;
  onChunk(chunk: Uint8Array): void;
}

async function readAll(address: DockerAddress, stream: http.IncomingMessage, reading: Reading): Promise<void> {
  const { signal, limitMs = ANSWER_LIMIT_MS, silenceMs } = reading.request;
  const ms = reading.isStream ? silenceMs : limitMs;
  const abort = (): void => void stream.destroy();
  signal?.addEventListener('abort', abort, { once: true });
  const startTimer = () => (ms === undefined ? undefined : setTimeout(() => stream.destroy(toTimeout()), ms));
  let timer = startTimer();
  try {
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array)) continue;
      if (reading.isStream) {
        clearTimeout(timer);
        timer = startTimer();
      }
      reading.onChunk(chunk);
    }
  } catch (error) {
    if (ToolyardError.is(error)) throw error;
    throw signal?.aborted === true ? toAborted(signal) : explainDockerFailure(address, error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    stream.destroy();
  }
}
