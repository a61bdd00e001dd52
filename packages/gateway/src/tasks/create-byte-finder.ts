import type { Span } from '@toolyard/core';

/** Whether a text of ASCII characters stands inside of a span; looks at few bytes of it, since every result comes through here. */
export type ByteFinder = (bytes: Uint8Array, span: Span) => boolean;

/** Looks for one text. */
export function createByteFinder(text: string): ByteFinder {
  const wanted = new TextEncoder().encode(text);
  const last = wanted.length - 1;
  const skips = new Uint8Array(256).fill(wanted.length);
  for (const [index, byte] of wanted.subarray(0, last).entries()) skips[byte] = last - index;

  const isAt = (bytes: Uint8Array, start: number): boolean =>
    wanted.every((byte, index) => bytes[start + index] === byte);

  return (bytes, { start, end }) => {
    let at = start + last;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      if (byte === wanted[last] && isAt(bytes, at - last)) return true;
      at += skips[byte] ?? 1;
    }
    return false;
  };
}
