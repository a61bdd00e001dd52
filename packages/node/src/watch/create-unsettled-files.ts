import type { FileStamp, SettledFile } from '@toolyard/core';
import { isSameFile } from './file-stamp.ts';

/** What a look saw at a path: a file, or nothing. */
export interface SeenPath {
  readonly path: string;
  readonly stamp?: FileStamp;
  /** From when on it may have been so, in milliseconds since 1970. */
  readonly from: number;
}

interface Unsettled {
  readonly seen: SeenPath;
  /** When it was first seen to be so, in milliseconds since 1970. */
  readonly to: number;
  /** When it began to look the same, and when it was first unsettled, in milliseconds of the steady clock. */
  readonly since: number;
  readonly first: number;
}

/** Paths that look different from what is known, until they have looked the same for a while. */
export interface UnsettledFiles {
  has(path: string): boolean;
  /** Notes how a path looks at `now`, of the steady clock; what looks as before keeps its time. */
  note(seen: SeenPath, now: number): void;
  /** Paths whose time has come, to be looked at once more. */
  due(now: number): readonly string[];
  /** The earliest time at which something is due. */
  nextAt(): number | undefined;
  /** Those of the paths that are still due, as they were last seen. */
  settled(paths: readonly string[], now: number): readonly SettledFile[];
  /** Gives up these files. */
  remove(files: readonly SettledFile[]): void;
  /** Gives up all other paths. */
  retain(paths: ReadonlySet<string>): void;
}

/** Makes an empty set. A path is due after `settleMs` without a change, and in any case after `maxMs`. */
export function createUnsettledFiles(settleMs: number, maxMs: number): UnsettledFiles {
  const entries = new Map<string, Unsettled>();
  const dueAt = (entry: Unsettled): number => Math.min(entry.since + settleMs, entry.first + maxMs);

  return {
    has: (path) => entries.has(path),
    note(seen, now) {
      const before = entries.get(seen.path);
      if (before && isSameFile(before.seen.stamp, seen.stamp)) return;
      entries.set(seen.path, { seen, to: Date.now(), since: now, first: before?.first ?? now });
    },
    due: (now) => [...entries.values()].filter((entry) => dueAt(entry) <= now).map((entry) => entry.seen.path),
    nextAt() {
      let next: number | undefined;
      for (const entry of entries.values()) next = Math.min(next ?? Infinity, dueAt(entry));
      return next;
    },
    settled(paths, now) {
      const ready = paths.flatMap((path) => entries.get(path) ?? []).filter((entry) => dueAt(entry) <= now);
      return ready.map(toSettledFile);
    },
    remove(files) {
      for (const { path } of files) entries.delete(path);
    },
    retain(paths) {
      for (const path of entries.keys()) if (!paths.has(path)) entries.delete(path);
    },
  };
}

function toSettledFile({ seen: { path, stamp, from }, to }: Unsettled): SettledFile {
  return stamp ? { path, stamp } : { path, gone: [from, to] };
}
