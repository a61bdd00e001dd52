import { allocateBytes } from '../frame/allocate-bytes.ts';
import type { Frame } from '../frame/frame.ts';
import { isBatch, parseFrame, parseFrames } from '../frame/frame.ts';
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
/** Below this, messages are joined before they are written. */
const JOINED_BYTES = 16_384;
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
    close() {
      writer.flush();
      return options.close();
    },
    receive(receiver) {
      reader.start(receiver);
      source.on('data', (chunk) => reader.push(chunk));
    },
    send: (frame) => writer.send(frame),
  };
}

interface Writer {
  send(frame: Frame): Pressure;
  /** Writes what waits for the end of the turn. */
  flush(): void;
  end(): void;
}

/**
 * Writes frames, the small ones of one turn together, since a write costs more than all else that a small message does.
 *
 * However many sends meet a full pipe, they wait on one promise, which the end of the link frees too.
 */
function createWriter(sink: ByteSink): Writer {
  let open = true;
  let lines: Uint8Array[] = [];
  let size = 0;
  let draining: Promise<void> | undefined;
  let release: (() => void) | undefined;

  function drained(): void {
    draining = undefined;
    release?.();
  }

  function write(bytes: Uint8Array): void {
    if (sink.write(bytes) || draining !== undefined) return;
    draining = new Promise<void>((resolve) => (release = resolve));
    sink.once('drain', drained);
  }

  function flush(): void {
    if (lines.length === 0) return;
    const joined = joinLines(lines, size);
    lines = [];
    size = 0;
    write(joined);
  }

  function add(bytes: Uint8Array): void {
    if (lines.length === 0) void Promise.resolve().then(flush);
    lines.push(bytes);
    size += bytes.length + 1;
  }

  return {
    flush,
    send({ bytes }) {
      if (!open) return undefined;
      if (size + bytes.length >= JOINED_BYTES) flush();
      if (bytes.length < JOINED_BYTES) {
        add(bytes);
      } else {
        // Large messages are written without a copy.
        write(bytes);
        write(NEWLINE);
      }
      return draining;
    },
    end() {
      flush();
      open = false;
      drained();
    },
  };
}

function joinLines(lines: readonly Uint8Array[], size: number): Uint8Array {
  const joined = allocateBytes(size);
  let at = 0;
  for (const line of lines) {
    joined.set(line, at);
    at += line.length;
    joined[at++] = 0x0a;
  }
  return joined;
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

  /** Answers whether it is one. */
  function takeBatch(line: Uint8Array): boolean {
    const frames = isBatch(line) ? parseFrames(line) : [];
    for (const frame of frames) waiting.add(frame);
    return frames.length > 0;
  }

  const lines = createLineSplitter({
    maxBytes: maxBytes ?? MAX_MESSAGE_BYTES,
    onOverlong,
    onLine(line) {
      // Nearly every line is one message, for which there need be no list.
      const frame = isBatch(line) ? undefined : parseFrame(line);
      if (frame !== undefined) waiting.add(frame);
      else if (!takeBatch(line)) onNoise(new TextDecoder().decode(line.subarray(0, NOISE_BYTES)));
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
  // Mostly one message comes and is taken at once, for which there need be no list.
  let first: Item | undefined;
  let others: Item[] | undefined;
  let next = 0;
  return {
    add(item) {
      if (first === undefined) first = item;
      else (others ??= []).push(item);
    },
    take() {
      const item = first;
      first = others?.[next++];
      if (first === undefined) {
        others = undefined;
        next = 0;
      }
      return item;
    },
  };
}
