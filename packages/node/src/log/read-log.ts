import { setTimeout as wait } from 'node:timers/promises';
import { rotatedFileOf } from './create-line-file.ts';
import { identifyFile, openLineReader, type LineReader } from './open-line-reader.ts';
import { parseLogLine, type LogLine } from './parse-log-line.ts';

/** Which lines of a log are read. */
export interface ReadLogOptions {
  readonly file: string;
  /** Only the lines about the server with this key. */
  readonly server?: string;
  /** Only the lines that it gives true for; all where it is absent. */
  readonly accepts?: (line: LogLine) => boolean;
  /** Goes on with the lines that come, until `signal` is aborted. */
  readonly follow?: boolean;
  /** Only this many of the lines that are there now. */
  readonly tail?: number;
  readonly signal: AbortSignal;
  onLine(line: LogLine): void;
}

const LOOK_MS = 200;

/** Reads a log, oldest line first, what was moved aside included; follows it through being moved aside. */
export async function readLog(options: ReadLogOptions): Promise<void> {
  const { file, server, accepts, tail, onLine } = options;
  const select = (deliver: (line: LogLine) => void) => (text: string) => {
    const line = parseLogLine(text);
    if (line === undefined || (server !== undefined && line.server !== server)) return;
    if (accepts?.(line) !== false) deliver(line);
  };
  const present: LogLine[] = [];
  // Opened before the one that was moved aside is read, so that no line falls between the two.
  const reader = await openLineReader(file);
  await readRotated(
    file,
    reader?.identity,
    select((line) => keep(present, line, tail)),
  );
  await reader?.readOn(select((line) => keep(present, line, tail)));
  const shown = tail === undefined ? present : present.slice(Math.max(0, present.length - tail));
  for (const line of shown) onLine(line);
  if (options.follow) await follow(options, reader, select(onLine));
  else await reader?.close();
}

function keep(lines: LogLine[], line: LogLine, tail = Infinity): void {
  lines.push(line);
  // Cut now and then, not at every line.
  if (lines.length > 2 * tail + 1000) lines.splice(0, lines.length - tail);
}

async function readRotated(file: string, current: string | undefined, onLine: (text: string) => void): Promise<void> {
  const rotated = await openLineReader(rotatedFileOf(file));
  if (rotated === undefined) return;
  if (rotated.identity !== current) await rotated.readOn(onLine);
  await rotated.close();
}

async function follow(
  { file, signal }: ReadLogOptions,
  first: LineReader | undefined,
  onLine: (text: string) => void,
): Promise<void> {
  let reader = first;
  while (await waits(signal)) {
    const identity = await identifyFile(file);
    await reader?.readOn(onLine);
    if (identity === undefined || identity === reader?.identity) continue;
    await reader?.close();
    reader = await openLineReader(file);
    await reader?.readOn(onLine);
  }
  await reader?.close();
}

async function waits(signal: AbortSignal): Promise<boolean> {
  return wait(LOOK_MS, true, { signal }).catch(() => false);
}
