import type { Span } from '@toolyard/core';

/** The length of `"uri"`. */
export const URI_NAME_BYTES = 5;

const QUOTE = 0x22;
const U = 0x75;
const R = 0x72;
const I = 0x69;

/**
 * Where the bytes `"uri"` stand first inside `span`, or -1.
 *
 * Looks at every fifth byte only, as long as that cannot be one of these: every result of every call comes through here.
 */
export function findUriName(bytes: Uint8Array, { start, end }: Span): number {
  let last = start + URI_NAME_BYTES - 1;
  while (last < end) {
    const byte = bytes[last];
    if (byte === QUOTE) {
      if (isUri(bytes, last)) return last - 4;
      last += 4;
    } else if (byte === I) last += 1;
    else if (byte === R) last += 2;
    else if (byte === U) last += 3;
    else last += URI_NAME_BYTES;
  }
  return -1;
}

function isUri(bytes: Uint8Array, last: number): boolean {
  return bytes[last - 1] === I && bytes[last - 2] === R && bytes[last - 3] === U && bytes[last - 4] === QUOTE;
}
