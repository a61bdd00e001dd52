import type { Frame } from '../frame/frame.ts';
import { parseFrames } from '../frame/frame.ts';
import { createLineSplitter } from '../frame/create-line-splitter.ts';
import type { Link, LinkEnd, Pressure } from './link.ts';

/** The part of a readable byte stream that a link uses; Node's streams have this shape. */
export interface ByteSource {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** The part of a writable byte stream that a link uses; Node's streams have this shape. */
export interface ByteSink {
  write(chunk: Uint8Array): boolean;
  once(event: 'drain', listener: () => void): unknown;
}

/** What a stream link is made of. */
export interface StreamLinkOptions {
  readonly source: ByteSource;
  readonly sink: ByteSink;
  /** Resolves when the streams have ended; the link is closed then. */
  readonly ended: Promise<LinkEnd>;
  /** Ends the streams. */
  close(): Promise<void>;
  /** A line that is not a message, cut to a length that fits a log. */
  onNoise(line: string): void;
  /** A message went over `maxBytes`. It cannot be answered, so the owner ends the link. */
  onOverlong(): void;
  readonly maxBytes?: number;
}

/** The longest message a link takes, in bytes. */
export const MAX_MESSAGE_BYTES: number = 64 * 1024 * 1024;

const NEWLINE = new Uint8Array([0x0a]);
const NOISE_BYTES = 500;

/** Moves frames over a pair of byte streams, one message a line. */
export function createStreamLink(options: StreamLinkOptions): Link {
  const { source, sink } = options;
  const reader = createReader(options);
  let open = true;
  let draining: Promise<void> | undefined;
  const closed = options.ended.then((end) => {
    open = false;
    return end;
  });

  return {
    closed,
    close: () => options.close(),
    receive(receiver) {
      reader.start(receiver);
      source.on('data', (chunk) => reader.push(chunk));
    },
    send(frame) {
      if (!open) return undefined;
      const room = writeLine(sink, frame.bytes);
      // One waiter for the whole link, however many sends meet the full pipe. The end of the link frees it too.
      if (!room && draining === undefined) {
        const drained = new Promise<void>((resolve) => void sink.once('drain', resolve));
        draining = Promise.race([drained, closed.then(() => undefined)]).finally(() => (draining = undefined));
      }
      return draining;
    },
  };
}

function writeLine(sink: ByteSink, bytes: Uint8Array): boolean {
  // Large messages are written without a copy, small ones in one write.
  if (bytes.length > 16_384) {
    sink.write(bytes);
    return sink.write(NEWLINE);
  }
  const line = new Uint8Array(bytes.length + 1);
  line.set(bytes);
  line[bytes.length] = 0x0a;
  return sink.write(line);
}

interface Reader {
  start(receiver: (frame: Frame) => Pressure): void;
  push(chunk: Uint8Array): void;
}

/** Hands frames on one after another; while a receiver is busy the source is paused and what was read waits. */
function createReader({ source, onNoise, onOverlong, maxBytes }: StreamLinkOptions): Reader {
  let receiver: (frame: Frame) => Pressure = () => undefined;
  const waiting: Frame[] = [];
  let busy = false;

  function deliver(): void {
    while (!busy) {
      const frame = waiting.shift();
      if (frame === undefined) return;
      const pressure = receiver(frame);
      if (pressure === undefined) continue;
      busy = true;
      source.pause();
      void pressure.finally(() => {
        busy = false;
        deliver();
        if (!busy) source.resume();
      });
    }
  }

  const lines = createLineSplitter({
    maxBytes: maxBytes ?? MAX_MESSAGE_BYTES,
    onOverlong,
    onLine(line) {
      const frames = parseFrames(line);
      if (frames.length === 0) onNoise(new TextDecoder().decode(line.subarray(0, NOISE_BYTES)));
      waiting.push(...frames);
      deliver();
    },
  });

  return {
    start(given) {
      receiver = given;
    },
    push: (chunk) => lines.push(chunk),
  };
}
