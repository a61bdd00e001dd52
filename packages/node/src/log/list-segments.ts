import { readdir } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { hasCode } from '../file/has-code.ts';

/** A part of a log that was moved aside; the higher the number, the newer its lines. */
export interface LogSegment {
  readonly file: string;
  readonly number: number;
}

/** Beyond any time in milliseconds that a segment is called by. */
const MAX_NUMBER = 1e15;

/** The name of a part of a log: `log.1.jsonl`. */
export function segmentFileOf(file: string, number: number): string {
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}.${number}${ext}`);
}

/** The parts of a log that were moved aside, the oldest first. */
export async function listSegments(file: string): Promise<readonly LogSegment[]> {
  const names = await readdir(dirname(file)).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  });
  const segments = names.flatMap((name) => {
    const number = Number(name.split('.').at(-2));
    const isOwn = number <= MAX_NUMBER && name === basename(segmentFileOf(file, number));
    return isOwn ? [{ file: segmentFileOf(file, number), number }] : [];
  });
  return segments.toSorted((one, other) => one.number - other.number);
}
