const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Texts up to this many bytes are remembered: the names of what a stateless request says of itself have some 40. */
const SHORT_BYTES = 64;

/** How many texts are remembered; a power of two. */
const SLOTS = 512;

/** A short text that was decoded before. */
export interface Remembered {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** Each text has two places, since two that come with every message may meet in one. */
const remembered: (Remembered | undefined)[] = Array.from({ length: SLOTS });

/**
 * Decodes UTF-8; what is not UTF-8 becomes replacement characters.
 *
 * Short texts are member names, methods and tool names, which come again with every message, and a decoder takes ten
 * times longer for one than it takes to see that it is the same as before.
 */
export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > SHORT_BYTES) return decoder.decode(bytes.subarray(start, end));
  let hash = 0;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
  const known = recall(bytes, start, end, hash);
  if (known !== undefined) return known.text;
  // A copy: the part of a Buffer would keep all of it, and with it the message it came in.
  const own = new Uint8Array(bytes.subarray(start, end));
  const text = decoder.decode(own);
  const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  remembered[slot ^ 1] = remembered[slot];
  remembered[slot] = { bytes: own, text };
  return text;
}

/**
 * The string at `start` where it was decoded before and is all in ASCII without escapes, as names of members are: found
 * while its end is looked for.
 */
export function recallString(bytes: Uint8Array, start: number): Remembered | undefined {
  if (bytes[start] !== QUOTE) return undefined;
  let hash = 0;
  for (let at = start + 1; at <= start + 1 + SHORT_BYTES; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return recall(bytes, start + 1, at, hash);
    if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return undefined;
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  return undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function recall(bytes: Uint8Array, start: number, end: number, hash: number): Remembered | undefined {
  const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  const first = remembered[slot];
  if (first !== undefined && isAt(bytes, start, end, first.bytes)) return first;
  const second = remembered[slot ^ 1];
  return second !== undefined && isAt(bytes, start, end, second.bytes) ? second : undefined;
}

function isAt(bytes: Uint8Array, start: number, end: number, wanted: Uint8Array): boolean {
  if (wanted.length !== end - start) return false;
  for (let at = 0; at < wanted.length; at++) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}
