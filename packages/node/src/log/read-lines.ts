import { systemDelay } from '../clock/system-delay.ts';
import { listSegments } from './list-segments.ts';
import { identifyFile, openLineReader, type OpenLineReader } from './open-line-reader.ts';

/** Which lines of a file are read, and as what. */
export interface ReadLinesOptions<T> {
  readonly file: string;
  /** What a line says; `undefined` leaves it out. */
  parse(text: string): T | undefined;
  /** Goes on with the lines that come, until `signal` is aborted. */
  readonly follow?: boolean;
  /** Only this many of the lines that are there now. */
  readonly tail?: number;
  readonly signal: AbortSignal;
  onLine(line: T): void;
}

const LOOK_MS = 200;

/** Reads a file of lines, the oldest first, what was moved aside included; follows it through being moved aside. */
export async function readLines<T>(options: ReadLinesOptions<T>): Promise<void> {
  const { file, parse, tail, onLine } = options;
  const select = (deliver: (line: T) => void) => (text: string) => {
    const line = parse(text);
    if (line !== undefined) deliver(line);
  };
  const present: T[] = [];
  // Opened before what was moved aside is read, so that no line falls between the two.
  const reader = await openLineReader(file);
  try {
    const keepLine = select((line) => keep(present, line, tail));
    const seen = await readSegments({ file, after: -1, until: reader?.identity, onLine: keepLine });
    await reader?.readOn(keepLine);
    const shown = tail === undefined ? present : present.slice(Math.max(0, present.length - tail));
    for (const line of shown) onLine(line);
    if (options.follow) await follow(options, { reader, seen }, select(onLine));
  } finally {
    await reader?.close();
  }
}

function keep<T>(lines: T[], line: T, tail = Infinity): void {
  lines.push(line);
  // Cut now and then, not at every line.
  if (lines.length > 2 * tail + 1000) lines.splice(0, lines.length - tail);
}

interface SegmentRange {
  readonly file: string;
  /** Those with higher numbers are read. */
  readonly after: number;
  /** Up to the one that is this file, which is read elsewhere. */
  readonly until: string | undefined;
  /** The one that is this file was read already. */
  readonly without?: string | undefined;
  onLine(text: string): void;
}

/** Reads what was moved aside, the oldest first; gives the number of the last one. */
async function readSegments({ file, after, until, without, onLine }: SegmentRange): Promise<number> {
  let seen = after;
  for (const { file: part, number } of await listSegments(file)) {
    if (number <= after) continue;
    const reader = await openLineReader(part);
    try {
      if (reader !== undefined && reader.identity === until) return seen;
      if (reader?.identity !== without) await reader?.readOn(onLine);
      seen = number;
    } finally {
      await reader?.close();
    }
  }
  return seen;
}

interface Followed {
  readonly reader: OpenLineReader | undefined;
  /** The number of the last one that was moved aside and read. */
  readonly seen: number;
}

async function follow<T>(
  { file, signal }: ReadLinesOptions<T>,
  { reader: first, seen: last }: Followed,
  onLine: (text: string) => void,
): Promise<void> {
  let reader = first;
  let seen = last;
  try {
    while (await waits(signal)) {
      const identity = await identifyFile(file);
      await reader?.readOn(onLine);
      if (identity === undefined || identity === reader?.identity) continue;
      const next = await openLineReader(file);
      // It was moved aside in this very moment; the next look finds what took its place.
      if (next === undefined) continue;
      const without = reader?.identity;
      seen = await readSegments({ file, after: seen, until: next.identity, without, onLine });
      await reader?.close();
      reader = next;
      await reader.readOn(onLine);
    }
  } finally {
    await reader?.close();
  }
}

async function waits(signal: AbortSignal): Promise<boolean> {
  return systemDelay(LOOK_MS, signal).then(
    () => true,
    () => false,
  );
}
