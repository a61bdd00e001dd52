import type { Duplex } from 'node:stream';
import { type DockerServer, type LinkEnd, type Log, type SecretMask, ToolyardError } from '@toolyard/core';
import { createLineTail } from '../process/create-line-tail.ts';
import { settlesWithin } from '../process/settles-within.ts';
import type { DockerClient } from './create-docker-client.ts';
import { createOutputSplitter } from './create-output-splitter.ts';
import type { MadeContainer } from './make-container.ts';
import { removeContainer } from './remove-container.ts';
import type { ContainerExit } from './watch-container.ts';

/** A container that was made, with a connection to its streams, and what is needed to see it through to its end. */
export interface FollowedContainer {
  readonly container: MadeContainer;
  readonly server: DockerServer;
  /** Nothing of it was read yet. */
  readonly stream: Duplex;
  readonly exited: Promise<ContainerExit>;
  readonly engine: DockerClient;
  readonly mask: SecretMask;
  readonly log: Log;
  /** Where it goes instead of the log, for a server that speaks over it. */
  onStdout?(bytes: Uint8Array): void;
  /** It has ended; only a rest of its output is to be read. */
  onExit(): void;
  /** Nothing of it is left, or the engine does not remove it. */
  onGone(): void;
}

/** The life of a container. */
export interface ContainerLife {
  /** Resolves once, with the first reason. */
  readonly ended: Promise<LinkEnd>;
  /** Ends it for a reason that its owner sees. */
  end(reason: string): void;
  /** Ends it on purpose; resolves when it is removed. */
  close(): Promise<void>;
}

const OUTPUT_LINES = 200;
const OUTPUT_LINE_BYTES = 2000;
// The engine tells of the exit on another connection, and that says more than the end of the streams.
const EXIT_GRACE_MS = 3000;
const REST_LIMIT_MS = 2000;
const INPUT_GRACE_MS = 1000;
const STOP_SECONDS = 2;
const STOP_LIMIT_MS = 20_000;

/** Watches a container: its exit, or the loss of the connection to it, is its end, and then it is removed. */
export function followContainer(followed: FollowedContainer): ContainerLife {
  const { stream, exited } = followed;
  const lastLines = readOutput(followed, () => end('sent output that is not in the format of Docker'));
  let resolveEnded: (end: LinkEnd) => void = () => undefined;
  const ended = new Promise<LinkEnd>((resolve) => (resolveEnded = resolve));
  // The engine ends the connection when it has sent all.
  const finished = new Promise<void>((resolve) => void stream.once('close', () => resolve()));
  let stopping = false;
  let ending: Promise<void> | undefined;

  function endAll(): Promise<void> {
    ending ??= endContainer(followed);
    return ending;
  }

  function end(reason: string): void {
    const why = stopping ? 'was stopped' : reason;
    resolveEnded({ expected: stopping, reason: why, lastLines: lastLines() });
    void endAll();
  }

  async function endUnlessExited(reason: string): Promise<void> {
    if (!(await settlesWithin(exited, EXIT_GRACE_MS))) end(reason);
  }

  void exited.then(async ({ reason }) => {
    followed.onExit();
    stream.resume();
    await settlesWithin(finished, REST_LIMIT_MS);
    end(reason);
    stream.destroy();
  });
  stream.once('close', () => void endUnlessExited('lost its connection to Docker'));
  stream.once('end', () => void endUnlessExited('closed its output'));
  // The end of the connection is what is acted on.
  stream.on('error', () => undefined);

  return {
    ended,
    end,
    async close() {
      stopping = true;
      await endAll();
      end('was stopped');
    },
  };
}

/** Hands on stdout, and keeps the rest; gives what was kept. */
function readOutput(
  { stream, mask, log, server, onStdout }: FollowedContainer,
  onGarbage: () => void,
): () => readonly string[] {
  const onLine = (line: string): void => log.write('debug', line, server.key);
  const options = { maxLines: OUTPUT_LINES, maxLineBytes: OUTPUT_LINE_BYTES, mask, onLine };
  const tail = createLineTail(options);
  const onStderr = (bytes: Uint8Array): void => tail.push(bytes);
  const splitter = createOutputSplitter({ onStdout: onStdout ?? onStderr, onStderr, onGarbage });
  stream.on('data', (chunk: Uint8Array) => splitter.push(chunk));
  return () => tail.lines();
}

/** Closes its input, then asks it to leave, then forces it, and removes it. */
async function endContainer(followed: FollowedContainer): Promise<void> {
  const { container, server, stream, exited, engine, log } = followed;
  const { id, name } = container;
  stream.end();
  const isStdio = server.endpoint === undefined;
  if (!isStdio || !(await settlesWithin(exited, INPUT_GRACE_MS))) {
    const query = { t: String(STOP_SECONDS) };
    const path = `/containers/${encodeURIComponent(id)}/stop`;
    await engine.ask({ method: 'POST', path, query, limitMs: STOP_LIMIT_MS }).catch(ignoreFailure);
  }
  const isGone = await removeContainer(engine, id);
  if (!isGone) {
    const message = `Docker did not remove container "${name}" of server "${server.key}". Remove it by hand: docker rm -f ${name}`;
    log.write('warning', message, server.key);
  }
  stream.destroy();
  followed.onGone();
}

/** Where the engine cannot stop it, whether it can be removed shows at once. */
function ignoreFailure(error: unknown): void {
  if (!ToolyardError.is(error)) throw error;
}
