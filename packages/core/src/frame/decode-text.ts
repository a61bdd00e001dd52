const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Texts up to this many bytes are remembered. */
const SHORT_BYTES = 32;

/** How many texts are remembered; a power of two, and each has two places, since two that come often may meet in one. */
const SLOTS = 512;

interface Remembered {
  readonly bytes: Uint8Array;
  readonly text: string;
}

const remembered: (Remembered | undefined)[] = Array.from({ length: SLOTS });

/**
 * Decodes UTF-8; what is not UTF-8 becomes replacement characters.
 *
 * Short texts are member names, methods and tool names, which come again with every message, and a decoder takes ten
 * times longer for one than it takes to see that it is the same as before.
 */
export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > SHORT_BYTES) return decoder.decode(bytes.subarray(start, end));
  let hash = end - start;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
  const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  const first = remembered[slot];
  if (first !== undefined && isAt(bytes, start, end, first.bytes)) return first.text;
  const second = remembered[slot ^ 1];
  if (second !== undefined && isAt(bytes, start, end, second.bytes)) return second.text;
  // A copy: the part of a Buffer would keep all of it, and with it the message it came in.
  const own = new Uint8Array(bytes.subarray(start, end));
  const text = decoder.decode(own);
  remembered[slot ^ 1] = first;
  remembered[slot] = { bytes: own, text };
  return text;
}

function isAt(bytes: Uint8Array, start: number, end: number, wanted: Uint8Array): boolean {
  if (wanted.length !== end - start) return false;
  for (let at = 0; at < wanted.length; at++) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}
