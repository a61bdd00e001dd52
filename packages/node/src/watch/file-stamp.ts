import type { Stats } from 'node:fs';

/** What tells that a file is still the one that was seen. */
export interface FileMark {
  readonly mtimeMs: number;
  readonly size: number;
  readonly ino: number;
}

/** How a file looks now. */
export interface FileStamp extends FileMark {
  /** When it was last changed in any way, by the clock of the system. */
  readonly ctimeMs: number;
}

/** What a path came to: a file, or nothing, since some moment between two times in milliseconds since 1970. */
export type SettledFile =
  | { readonly path: string; readonly stamp: FileStamp }
  | { readonly path: string; readonly gone: readonly [from: number, to: number] };

/** Takes what is needed of the system's answer. */
export function toFileStamp(stats: Stats): FileStamp {
  return { mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs, size: stats.size, ino: stats.ino };
}

/** Whether two looks saw the same file with the same content; other rights alone make no difference. */
export function isSameFile(one: FileMark | undefined, other: FileMark | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.mtimeMs === other.mtimeMs && one.size === other.size && one.ino === other.ino;
}
