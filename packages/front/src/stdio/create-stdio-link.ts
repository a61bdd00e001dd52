import type { Readable, Writable } from 'node:stream';
import { createStreamLink, type Link, type LinkEnd } from '@toolyard/core';

/** The streams of a process, and where its odd lines go. */
export interface StdioLinkOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** A line on stdin that is not a message, cut to a length that fits a log. */
  onNoise(line: string): void;
}

/**
 * This process's stdin and stdout as a link to the client that started it; it ends with stdin, or when nobody reads
 * stdout any more.
 */
export function createStdioLink({ stdin, stdout, onNoise }: StdioLinkOptions): Link {
  let end: (end: LinkEnd) => void = () => undefined;
  const ended = new Promise<LinkEnd>((resolve) => (end = resolve));
  const lose = (reason: string): void => end({ expected: false, reason });

  stdin.once('end', () => lose('closed its output'));
  stdin.once('close', () => lose('closed its output'));
  stdin.on('error', (error) => lose(`could not be read: ${error.message}`));
  stdout.once('close', () => lose('closed its input'));
  // EPIPE and its like: the client is gone, and that is all there is to say about it.
  stdout.on('error', (error) => lose(`could not be written to: ${error.message}`));

  const link = createStreamLink({
    source: stdin,
    sink: stdout,
    ended,
    close() {
      end({ expected: true, reason: 'was closed' });
      stdin.pause();
      return Promise.resolve();
    },
    onNoise,
    onOverlong: () => lose('sent a message over 64 MB'),
  });
  return link;
}
