import type { CallRecord } from '@toolyard/core';

/** The last calls that ended. */
export interface CallHistory {
  /** Keeps a record, without the parts that are too large. */
  add(record: CallRecord, sizes: CallSizes): void;
  /** The newest last. */
  list(): readonly CallRecord[];
}

/** How large the parts of a record are that can be large, in bytes. */
export interface CallSizes {
  readonly parameters: number;
  readonly result: number;
}

const LENGTH = 500;

/** Larger parts are not kept: 500 of them could fill the memory. */
const LARGEST_PART = 10 * 1024;

/** A history without calls. */
export function createCallHistory(): CallHistory {
  const ring: CallRecord[] = [];
  let next = 0;
  return {
    add(record, sizes) {
      ring[next] = withoutLargeParts(record, sizes);
      next = (next + 1) % LENGTH;
    },
    list: () => (ring.length < LENGTH ? [...ring] : [...ring.slice(next), ...ring.slice(0, next)]),
  };
}

function withoutLargeParts(record: CallRecord, sizes: CallSizes): CallRecord {
  const isSmall = sizes.parameters <= LARGEST_PART && sizes.result <= LARGEST_PART;
  if (isSmall) return record;
  const { parameters, result, ...rest } = record;
  return {
    ...rest,
    ...(parameters !== undefined && sizes.parameters <= LARGEST_PART ? { parameters } : {}),
    ...(result !== undefined && sizes.result <= LARGEST_PART ? { result } : {}),
  };
}
