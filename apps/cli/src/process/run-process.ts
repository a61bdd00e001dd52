import type { Writable } from 'node:stream';
import { writeWaitingLines } from '@toolyard/node';
import type { CommandContext } from '../terminal/command-context.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { createProcessContext } from './create-process-context.ts';
import { EXIT } from './to-exit-code.ts';

/** Timers take no longer time than this. */
const LONGEST_MS = 2 ** 31 - 1;

type Main = (words: readonly string[], context: CommandContext) => Promise<number>;

/** Runs a program in this process and ends the process with the exit code it gives, when all output is written. */
export async function runProcess(main: Main): Promise<void> {
  // However it ends: also after a second Ctrl-C, and with an error that nobody caught.
  process.once('exit', writeWaitingLines);
  // A command may wait for its clock alone, as for a provider that is busy; without this Node would end it there.
  setInterval(() => undefined, LONGEST_MS);
  process.exit(await runToEnd(main, process.argv.slice(2), createProcessContext()));
}

/** Resolves with the exit code when all output is written; output that could not be written is told, and a failure. */
export async function runToEnd(main: Main, words: readonly string[], context: CommandContext): Promise<number> {
  const { stdout, stderr } = context.terminal;
  let failure: Error | undefined;
  const note = (error: Error | null): void => {
    if (error !== null && !isReaderGone(error, stdout)) failure ??= error;
  };
  stdout.on('error', note);
  // There is nobody left to be told.
  stderr.on('error', () => undefined);
  const code = await main(words, context);
  await flushed(stdout);
  // One that broke just now has not told its listeners yet.
  note(stdout.errored);
  if (failure !== undefined) stderr.write(`The output could not be written: ${failure.message}\n`);
  await flushed(stderr);
  return failure !== undefined && code === EXIT.done ? EXIT.failed : code;
}

/** `toolyard tools | head` closes the pipe early, a terminal may be closed: what nobody reads any more is nobody's error. */
function isReaderGone(error: NodeJS.ErrnoException, { isTTY }: Terminal['stdout']): boolean {
  return error.code === 'EPIPE' || error.code === 'ECONNRESET' || (isTTY === true && error.code === 'EIO');
}

async function flushed(stream: Writable): Promise<void> {
  if (stream.destroyed || stream.writableEnded) return;
  await new Promise<void>((resolve) => {
    stream.once('error', () => resolve());
    stream.once('close', () => resolve());
    stream.write('', () => resolve());
  });
}
