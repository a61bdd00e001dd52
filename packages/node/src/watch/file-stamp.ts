import type { Stats } from 'node:fs';
import type { FileMark, FileStamp } from '@toolyard/core';

/** Takes what is needed of the system's answer. */
export function toFileStamp(stats: Stats): FileStamp {
  return { mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs, size: stats.size, ino: stats.ino };
}

/** Whether two looks saw the same file with the same content; other rights alone make no difference. */
export function isSameFile(one: FileMark | undefined, other: FileMark | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.mtimeMs === other.mtimeMs && one.size === other.size && one.ino === other.ino;
}
