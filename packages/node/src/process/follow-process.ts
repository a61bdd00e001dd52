import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { LinkEnd, Log, SecretMask } from '@toolyard/core';
import { createLineTail, type LineTail } from './create-line-tail.ts';
import { drainStreams } from './drain-streams.ts';
import { endProcess } from './end-process.ts';
import type { ProcessTrees } from './process-trees.ts';
import { settlesWithin } from './settles-within.ts';

/** A server process and what is needed to see it through to its end. */
export interface FollowedProcess {
  /** Just spawned: nothing of its streams was read yet. */
  readonly child: ChildProcessWithoutNullStreams;
  readonly pid: number;
  /** The server's key. */
  readonly key: string;
  readonly trees: ProcessTrees;
  readonly mask: SecretMask;
  readonly log: Log;
  /** The process has ended; only a rest of its output is to be read. */
  onExit(): void;
  /** Nothing of the server is left. */
  onGone(): void;
}

/** The life of a server process. */
export interface ProcessLife {
  /** Resolves once, with the first reason. */
  readonly ended: Promise<LinkEnd>;
  /** Ends the process and all it started, for a reason that its owner sees. */
  end(reason: string): void;
  /** Ends them on purpose; resolves when nothing is left. */
  close(): Promise<void>;
}

const STDERR_LINES = 200;
const STDERR_LINE_BYTES = 2000;
// A server that closes a pipe is most often about to exit, and its exit code says more.
const EXIT_GRACE_MS = 250;
const LAST_WORDS_MS = 2000;

/** Watches a process: its exit, or the end of one of its pipes, is its end, and that of all it started. */
export function followProcess(followed: FollowedProcess): ProcessLife {
  const { child } = followed;
  const exited = readExit(child);
  const stderr = keepStderr(followed);
  let resolveEnded: (end: LinkEnd) => void = () => undefined;
  const ended = new Promise<LinkEnd>((resolve) => (resolveEnded = resolve));
  let stopping = false;
  let ending: Promise<void> | undefined;

  function endAll(): Promise<void> {
    ending ??= endTree(followed, exited);
    return ending;
  }

  function end(reason: string): void {
    const lastLines = stderr.lines();
    resolveEnded({ expected: stopping, reason: stopping ? 'was stopped' : reason, lastLines });
    void endAll();
  }

  async function endUnlessExited(reason: string): Promise<void> {
    if (!(await settlesWithin(exited, EXIT_GRACE_MS))) end(reason);
  }

  const drained = exited.then(async (reason) => {
    void endAll();
    followed.onExit();
    await drainStreams([child.stdout, child.stderr]);
    end(reason);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  });
  child.stdout.once('end', () => void endUnlessExited('closed its output'));
  // EPIPE and its like. Writing goes on into nothing until the exit, or this, ends the link.
  child.stdin.once('error', () => void endUnlessExited('closed its input'));
  for (const emitter of [child, child.stdin, child.stdout, child.stderr]) emitter.on('error', () => undefined);

  return {
    ended,
    end,
    async close() {
      stopping = true;
      await endAll();
      // Where even the system cannot end the process there is no exit to wait for.
      if (!(await settlesWithin(drained, LAST_WORDS_MS))) end('was stopped');
    },
  };
}

function readExit(child: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `exited with code ${code}` : `was ended by signal ${signal}`),
    );
  });
}

function keepStderr({ child, mask, log, key }: FollowedProcess): LineTail {
  const onLine = (line: string): void => log.write('debug', line, key);
  const tail = createLineTail({ maxLines: STDERR_LINES, maxLineBytes: STDERR_LINE_BYTES, mask, onLine });
  child.stderr.on('data', (chunk: Uint8Array) => tail.push(chunk));
  return tail;
}

async function endTree(
  { child, pid, trees, key, log, onGone }: FollowedProcess,
  exited: Promise<unknown>,
): Promise<void> {
  const isGone = await endProcess({ pid, exited, closeInput: () => child.stdin.end() }, trees);
  if (!isGone)
    log.write(
      'warning',
      `Process group ${pid} of server "${key}" did not end when it was killed. Kill it by hand.`,
      key,
    );
  onGone();
}
