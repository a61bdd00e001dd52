import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createStreamLink, type ByteSource, type Link, type LinkEnd, type Log } from '@toolyard/core';
import { createLineTail } from './create-line-tail.ts';
import type { SecretMask } from './create-secret-mask.ts';
import { drainStreams } from './drain-streams.ts';
import { endProcess } from './end-process.ts';
import type { ProcessTrees } from './process-trees.ts';
import { settlesWithin } from './settles-within.ts';

/** What a command link is made of. */
export interface CommandLinkOptions {
  /** Just spawned: nothing of its streams was read yet. */
  readonly child: ChildProcessWithoutNullStreams;
  readonly pid: number;
  readonly key: string;
  readonly trees: ProcessTrees;
  readonly mask: SecretMask;
  readonly log: Log;
  /** A line on stdout that is not a message, masked. */
  onNoise(line: string): void;
  /** Nothing of the server is left. */
  onGone(): void;
}

const STDERR_LINES = 200;
const STDERR_LINE_BYTES = 2000;
// A server that closes a pipe is most often about to exit, and its exit code says more.
const EXIT_GRACE_MS = 250;

/** Moves frames to and from a process; the end of the process, or of one of its pipes, ends the link and all it started. */
export function createCommandLink(options: CommandLinkOptions): Link {
  const { child, key, log, mask } = options;
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(toExitReason(code, signal)));
  });
  const source = createSource(child);
  const stderr = createLineTail({
    maxLines: STDERR_LINES,
    maxLineBytes: STDERR_LINE_BYTES,
    mask,
    onLine: (line) => log.write('debug', line, key),
  });
  child.stderr.on('data', (chunk: Uint8Array) => stderr.push(chunk));

  let resolveEnded: (end: LinkEnd) => void = () => undefined;
  const ended = new Promise<LinkEnd>((resolve) => (resolveEnded = resolve));
  let stopping = false;
  let ending: Promise<void> | undefined;

  function end(reason: string): void {
    const lastLines = stderr.lines();
    resolveEnded(
      stopping ? { expected: true, reason: 'was stopped', lastLines } : { expected: false, reason, lastLines },
    );
    void endAllOnce();
  }

  function endAllOnce(): Promise<void> {
    ending ??= endAll(options, exited);
    return ending;
  }

  async function endUnlessExited(reason: string): Promise<void> {
    if (!(await settlesWithin(exited, EXIT_GRACE_MS))) end(reason);
  }

  void exited.then(async (reason) => {
    void endAllOnce();
    source.stopPausing();
    await drainStreams([child.stdout, child.stderr]);
    end(reason);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  });
  child.stdout.once('end', () => void endUnlessExited('closed its output'));
  // EPIPE and its like. Writing goes on into nothing until the exit, or this, ends the link.
  child.stdin.once('error', () => void endUnlessExited('closed its input'));
  for (const emitter of [child, child.stdin, child.stdout, child.stderr]) emitter.on('error', () => undefined);

  return createStreamLink({
    source,
    sink: child.stdin,
    ended,
    async close() {
      stopping = true;
      await endAllOnce();
      // Where even the system cannot end the process, no exit will do this.
      end('was stopped');
    },
    onNoise: (line) => {
      if (line.trim() !== '') options.onNoise(mask(line, true));
    },
    onOverlong() {
      end('sent a message over 64 MB');
      child.stdout.destroy();
    },
  });
}

async function endAll(
  { child, pid, trees, key, log, onGone }: CommandLinkOptions,
  exited: Promise<unknown>,
): Promise<void> {
  const isGone = await endProcess({ pid, exited, closeInput: () => child.stdin.end() }, trees);
  if (!isGone) log.write('warning', `The system did not end process group ${pid} of the server. End it by hand.`, key);
  onGone();
}

/** stdout as a source that stops obeying `pause` once there is only a rest to read, however busy the receiver is. */
function createSource({ stdout }: ChildProcessWithoutNullStreams): ByteSource & { stopPausing(): void } {
  let mayPause = true;
  return {
    on: (event, listener) => stdout.on(event, listener),
    pause: () => mayPause && stdout.pause(),
    resume: () => stdout.resume(),
    stopPausing: () => (mayPause = false),
  };
}

function toExitReason(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `exited with code ${code}` : `was ended by signal ${signal}`;
}
