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

/**
 * Moves frames over a pair of byte streams, one message a line.
 *
 * Whatever was read before the end is handed on before `closed` resolves, so that no answer is lost to it; the streams'
 * errors are their owner's.
 */
export function createStreamLink(options: StreamLinkOptions): Link {
  const { source, sink } = options;
  const reader = createReader(options);
  const writer = createWriter(sink);
  const closed = options.ended.then((end) => {
    writer.end();
    if (!end.expected) reader.finish();
    return end;
  });

  return {
    closed,
    close: () => options.close(),
    receive(receiver) {
      reader.start(receiver);
      source.on('data', (chunk) => reader.push(chunk));
    },
    send: (frame) => writer.send(frame),
  };
}

interface Writer {
  send(frame: Frame): Pressure;
  end(): void;
}

/** Writes frames; however many sends meet a full pipe, they wait on one promise, which the end of the link frees too. */
function createWriter(sink: ByteSink): Writer {
  let open = true;
  let draining: Promise<void> | undefined;
  let release: (() => void) | undefined;

  function drained(): void {
    draining = undefined;
    release?.();
  }

  return {
    send(frame) {
      if (!open) return undefined;
      const room = writeLine(sink, frame.bytes);
      if (!room && draining === undefined) {
        draining = new Promise<void>((resolve) => (release = resolve));
        sink.once('drain', drained);
      }
      return draining;
    },
    end() {
      open = false;
      drained();
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
  /** Hands on all that is left, also to a receiver that is still busy: there will be no more. */
  finish(): void;
}

/** Hands frames on one after another; while a receiver is busy the source is paused and what was read waits. */
function createReader({ source, onNoise, onOverlong, maxBytes }: StreamLinkOptions): Reader {
  let receiver: (frame: Frame) => Pressure = () => undefined;
  const waiting = createQueue<Frame>();
  let busy = false;
  let finished = false;

  function deliver(): void {
    while (!busy) {
      const frame = waiting.take();
      if (frame === undefined) return;
      const pressure = receiver(frame);
      if (pressure === undefined || finished) continue;
      busy = true;
      source.pause();
      void pressure.finally(goOn);
    }
  }

  function goOn(): void {
    busy = false;
    deliver();
    if (!busy && !finished) source.resume();
  }

  const lines = createLineSplitter({
    maxBytes: maxBytes ?? MAX_MESSAGE_BYTES,
    onOverlong,
    onLine(line) {
      const frames = parseFrames(line);
      if (frames.length === 0) onNoise(new TextDecoder().decode(line.subarray(0, NOISE_BYTES)));
      for (const frame of frames) waiting.add(frame);
      deliver();
    },
  });

  return {
    start(given) {
      receiver = given;
    },
    push: (chunk) => lines.push(chunk),
    finish() {
      finished = true;
      busy = false;
      lines.end();
      deliver();
    },
  };
}

/** First in, first out at a constant price; `Array.shift` moves all of a long batch for each message of it. */
function createQueue<Item>(): { add(item: Item): void; take(): Item | undefined } {
  let items: Item[] = [];
  let next = 0;
  return {
    add: (item) => void items.push(item),
    take() {
      const item = items[next++];
      if (next >= items.length) {
        items = [];
        next = 0;
      }
      return item;
    },
  };
}
