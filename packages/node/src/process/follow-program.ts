import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type ProgramEnd, createByteList } from '@toolyard/core';
import { drainStreams } from './drain-streams.ts';
import { endProcess } from './end-process.ts';
import type { ProcessTrees } from './process-trees.ts';

/** A program that was just started: nothing of its output was read yet. */
export type RunningProgram = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** What is needed to see a program through to its end. */
export interface Following {
  readonly trees: ProcessTrees;
  readonly timeoutMs: number;
  /** How much is kept of each output. */
  readonly outputBytes?: number | undefined;
  readonly signal: AbortSignal;
  /** The program has ended, or was ended with all that it started; called before the rest of its output is read. */
  onGone(pid: number): void;
}

type Ending = Omit<ProgramEnd, 'stdout' | 'stderr'>;

const MAX_OUTPUT_BYTES = 64 * 1024;

/** Waits for the end of a program, or ends it with all that it started when its time is over or `signal` is aborted. */
export async function followProgram(child: RunningProgram, following: Following): Promise<ProgramEnd> {
  const { outputBytes = MAX_OUTPUT_BYTES } = following;
  const stdout = keepOutput(child.stdout, outputBytes);
  const stderr = keepOutput(child.stderr, outputBytes);
  const exited = new Promise<Ending>((resolve) => child.once('exit', (code, name) => resolve(toEnding(code, name))));
  let ending = await firstOf(exited, following);
  if (ending.outcome !== 'exited' && !(await endTree(child, following.trees, exited))) {
    ending = { ...ending, reason: `process group ${child.pid} did not end when it was killed; kill it by hand` };
  }
  if (child.pid !== undefined) following.onGone(child.pid);
  // A program in the background may hold the pipes for as long as it likes; a moment is enough for what was written.
  await drainStreams([child.stdout, child.stderr]);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  return { ...ending, stdout: stdout.text(), stderr: stderr.text() };
}

function toEnding(exitCode: number | null, signal: NodeJS.Signals | null): Ending {
  return {
    outcome: 'exited',
    ...(exitCode !== null && { exitCode }),
    ...(signal !== null && { reason: `ended by signal ${signal}` }),
  };
}

/** The exit, or what comes before it: the end of its time, or the abort. */
async function firstOf(exited: Promise<Ending>, { timeoutMs, signal }: Following): Promise<Ending> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = (): void => undefined;
  const stopped = new Promise<Ending>((resolve) => {
    timer = setTimeout(() => resolve({ outcome: 'timeout' }), timeoutMs);
    onAbort = () => resolve({ outcome: 'cancelled' });
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
  const ending = await Promise.race([exited, stopped]);
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  return ending;
}

async function endTree({ pid }: RunningProgram, trees: ProcessTrees, exited: Promise<unknown>): Promise<boolean> {
  if (pid === undefined) return true;
  // Closed input ends few of these programs, so it is asked at once.
  return await endProcess({ pid, exited, closeInput: () => trees.signal(pid, 'SIGTERM') }, trees);
}

function keepOutput(stream: Readable, maxBytes: number): OutputKeeper {
  const keeper = createOutputKeeper(maxBytes);
  stream.on('data', (chunk: Uint8Array) => keeper.push(chunk)).on('error', () => undefined);
  return keeper;
}

/** The beginning of what a program wrote. */
interface OutputKeeper {
  push(chunk: Uint8Array): void;
  /** What was kept, as text; says how much is missing where something is. */
  text(): string;
}

/** Keeps the first bytes of an output and counts the rest; bytes that are no UTF-8 become replacement characters. */
function createOutputKeeper(maxBytes: number): OutputKeeper {
  const kept = createByteList();
  let left = 0;
  return {
    push(chunk) {
      const part = chunk.subarray(0, maxBytes - kept.size);
      kept.add(part);
      left += chunk.length - part.length;
    },
    text() {
      // While it streams, a decoder holds back a character that was cut in two.
      const text = new TextDecoder().decode(kept.join(), { stream: left > 0 });
      return left === 0 ? text : `${text}\n… (${left} more bytes were left out)`;
    },
  };
}
