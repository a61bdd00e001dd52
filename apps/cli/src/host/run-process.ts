import type { Writable } from 'node:stream';
import { createProcessHost } from './create-process-host.ts';
import type { Host } from './host.ts';

/** Runs a program in this process and ends the process with the exit code it gives, when all output is written. */
export async function runProcess(main: (words: readonly string[], host: Host) => Promise<number>): Promise<void> {
  const host = createProcessHost();
  for (const stream of [process.stdout, process.stderr]) {
    // `toolyard tools | head` closes the pipe early; what cannot be written any more is nobody's error.
    stream.on('error', () => undefined);
  }
  const code = await main(process.argv.slice(2), host);
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(code);
}

async function flushed(stream: Writable): Promise<void> {
  if (stream.destroyed || stream.writableEnded) return;
  await new Promise<void>((resolve) => {
    stream.once('error', () => resolve());
    stream.once('close', () => resolve());
    stream.write('', () => resolve());
  });
}
