/** How many bytes are looked at one by one before it pays to look at four together. */
const NEAR_BYTES = 256;

const HIGH = 2;

/** Bytes that a JSON string may hold as they are: 1 for those of ASCII, 2 for those that may be part of a character of UTF-8. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return HIGH;
  return byte >= 0x20 && byte !== 0x22 && byte !== 0x5c ? 1 : 0;
});

/** What is noted on the way. */
export interface PlainNotes {
  /** Whether there were bytes that are not ASCII. */
  hasHighByte: boolean;
}

/**
 * The first index at or after `start` whose byte is a quote, a backslash or a control character, or the length.
 *
 * Most bytes of a large message are read here and nowhere else.
 */
export function skipPlain(bytes: Uint8Array, start: number, notes: PlainNotes): number {
  const { length } = bytes;
  // A view of words has to begin at a multiple of their size.
  const near = Math.min(length, start + NEAR_BYTES + (-(bytes.byteOffset + start) & 3));
  let at = skipPlainBytes(bytes, start, near, notes);
  if (at < near || at === length) return at;
  at = skipPlainWords(bytes, at, notes);
  return skipPlainBytes(bytes, at, length, notes);
}

function skipPlainBytes(bytes: Uint8Array, start: number, end: number, notes: PlainNotes): number {
  let at = start;
  let seen = 0;
  for (; at < end; at++) {
    const kind = PLAIN[bytes[at] ?? 0] ?? 0;
    if (kind === 0) break;
    seen |= kind;
  }
  if ((seen & HIGH) !== 0) notes.hasHighByte = true;
  return at;
}

/** Stops at a word that has a byte of the three kinds in it. */
function skipPlainWords(bytes: Uint8Array, start: number, notes: PlainNotes): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) >> 2);
  let index = 0;
  let seen = 0;
  for (; index < words.length; index++) {
    const word = words[index] ?? 0;
    if (!isPlainWord(word)) break;
    seen |= word;
  }
  if ((seen & 0x80808080) !== 0) notes.hasHighByte = true;
  return start + index * 4;
}

/** Whether none of the four bytes is special: a difference sets the high bit of a byte where it goes below zero. */
function isPlainWord(word: number): boolean {
  const quotes = word ^ 0x22222222;
  const backslashes = word ^ 0x5c5c5c5c;
  const special =
    ((word - 0x20202020) & ~word) | ((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes);
  return (special & 0x80808080) === 0;
}
