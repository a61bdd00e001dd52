/** How many bytes are looked at one by one before it pays to look at four together. */
const NEAR_BYTES = 256;

/** 1 for each byte that a JSON string may hold as it is; bytes of UTF-8 are the concern of whoever decodes them. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x20 && byte !== 0x22 && byte !== 0x5c ? 1 : 0));

/**
 * The first index at or after `start` whose byte is a quote, a backslash or a control character, or the length.
 *
 * Most bytes of a large message are read here and nowhere else.
 */
export function skipPlain(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  // A view of words has to begin at a multiple of their size.
  const near = Math.min(length, start + NEAR_BYTES + (-(bytes.byteOffset + start) & 3));
  let at = skipPlainBytes(bytes, start, near);
  if (at < near || at === length) return at;
  at = skipPlainWords(bytes, at);
  return skipPlainBytes(bytes, at, length);
}

function skipPlainBytes(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && PLAIN[bytes[at] ?? 0] === 1) at++;
  return at;
}

/** Stops at a word that has a byte of the three kinds in it. */
function skipPlainWords(bytes: Uint8Array, start: number): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) >> 2);
  let index = 0;
  while (index < words.length && isPlainWord(words[index] ?? 0)) index++;
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
