import { isJsonObject } from '@toolyard/core';
import type { GitHeadMark, ReflogMark } from './git-marks.ts';

/** Reads the mark of HEAD; `undefined` where there is none, or none that is understood. */
export function readGitHeadMark(value: unknown): GitHeadMark | undefined {
  const mark = readReflogMark(value);
  if (mark === undefined || !isJsonObject(value)) return undefined;
  const { branch, commit, at } = value;
  if (typeof at !== 'number') return undefined;
  return {
    ...mark,
    ...(typeof branch === 'string' && { branch }),
    ...(typeof commit === 'string' && { commit }),
    at,
  };
}

/** Reads how far a reflog was read; `undefined` where that is not known. */
export function readReflogMark(value: unknown): ReflogMark | undefined {
  if (!isJsonObject(value)) return undefined;
  const { lines, last } = value;
  if (typeof lines !== 'number') return undefined;
  return { lines, ...(typeof last === 'string' && { last }) };
}

/** The mark of a reflog that was read up to and with its n-th line. */
export function toReflogMark(log: readonly string[], lines: number = log.length): ReflogMark {
  const last = log[lines - 1];
  return { lines, ...(last !== undefined && { last }) };
}
