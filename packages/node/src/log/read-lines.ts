import { systemDelay } from '../clock/system-delay.ts';
import { rotatedFileOf } from './append-rotating.ts';
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
  // Opened before the one that was moved aside is read, so that no line falls between the two.
  const reader = await openLineReader(file);
  try {
    const keepLine = select((line) => keep(present, line, tail));
    await readRotated(file, reader?.identity, keepLine);
    await reader?.readOn(keepLine);
    const shown = tail === undefined ? present : present.slice(Math.max(0, present.length - tail));
    for (const line of shown) onLine(line);
    if (options.follow) await follow(options, reader, select(onLine));
  } finally {
    await reader?.close();
  }
}

function keep<T>(lines: T[], line: T, tail = Infinity): void {
  lines.push(line);
  // Cut now and then, not at every line.
  if (lines.length > 2 * tail + 1000) lines.splice(0, lines.length - tail);
}

async function readRotated(file: string, current: string | undefined, onLine: (text: string) => void): Promise<void> {
  const rotated = await openLineReader(rotatedFileOf(file));
  try {
    if (rotated?.identity !== current) await rotated?.readOn(onLine);
  } finally {
    await rotated?.close();
  }
}

async function follow<T>(
  { file, signal }: ReadLinesOptions<T>,
  first: OpenLineReader | undefined,
  onLine: (text: string) => void,
): Promise<void> {
  let reader = first;
  try {
    while (await waits(signal)) {
      const identity = await identifyFile(file);
      await reader?.readOn(onLine);
      if (identity === undefined || identity === reader?.identity) continue;
      await reader?.close();
      reader = await openLineReader(file);
      await reader?.readOn(onLine);
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
