import type { Writable } from 'node:stream';
import { createProcessHost } from './create-process-host.ts';
import type { Host } from './host.ts';
import { EXIT } from '../to-exit-code.ts';

type Main = (words: readonly string[], host: Host) => Promise<number>;

/** Runs a program in this process and ends the process with the exit code it gives, when all output is written. */
export async function runProcess(main: Main): Promise<void> {
  process.exit(await runToEnd(main, process.argv.slice(2), createProcessHost()));
}

/** Resolves with the exit code when all output is written; output that could not be written is told, and a failure. */
export async function runToEnd(main: Main, words: readonly string[], host: Host): Promise<number> {
  const { stdout, stderr } = host;
  let failure: Error | undefined;
  const note = (error: Error | null): void => {
    if (error !== null && !isReaderGone(error, stdout)) failure ??= error;
  };
  stdout.on('error', note);
  // There is nobody left to be told.
  stderr.on('error', () => undefined);
  const code = await main(words, host);
  await flushed(stdout);
  // One that broke just now has not told its listeners yet.
  note(stdout.errored);
  if (failure !== undefined) stderr.write(`The output could not be written: ${failure.message}\n`);
  await flushed(stderr);
  return failure !== undefined && code === EXIT.done ? EXIT.failed : code;
}

/** `toolyard tools | head` closes the pipe early, a terminal may be closed: what nobody reads any more is nobody's error. */
function isReaderGone(error: NodeJS.ErrnoException, { isTTY }: Host['stdout']): boolean {
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
