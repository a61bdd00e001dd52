import { PassThrough } from 'node:stream';
import { createStreamLink, type Link, type LinkEnd } from '@toolyard/core';

/** The other end of a link on which a line is a message; whoever has it writes what it likes. */
export interface RawWire {
  readonly link: Link;
  /** Writes exactly this. */
  write(bytes: Uint8Array | string): void;
  /** Every line that the link wrote. */
  readonly lines: readonly string[];
  /** Told of every line that is written from now on. */
  onLine(listener: (line: string) => void): void;
  close(): void;
}

/** A link over streams of bytes, as processes have it. */
export function createRawWire(): RawWire {
  const [source, sink] = [new PassThrough(), new PassThrough()];
  let end: (end: LinkEnd) => void = () => undefined;
  const ended = new Promise<LinkEnd>((resolve) => (end = resolve));
  const lines: string[] = [];
  let listener: (line: string) => void = () => undefined;
  let rest = '';
  sink.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const line of parts) listener(line);
  });
  const close = (expected: boolean): Promise<void> => {
    end({ expected, reason: 'was closed' });
    return Promise.resolve();
  };
  return {
    link: createStreamLink({
      source,
      sink,
      ended,
      close: () => close(true),
      onNoise: () => undefined,
      onOverlong: () => void close(false),
    }),
    lines,
    write: (bytes) => void source.write(bytes),
    onLine: (given) => (listener = given),
    close: () => void close(false),
  };
}
