import { allocateBytes } from './allocate-bytes.ts';

const encoder = new TextEncoder();

/** Longer texts are worth the start of an encoder. */
const SHORT_LENGTH = 256;

/** A text in UTF-8. */
export function encodeText(text: string): Uint8Array {
  if (text.length > SHORT_LENGTH) return encoder.encode(text);
  const bytes = allocateBytes(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return encoder.encode(text);
    bytes[at] = code;
  }
  return bytes;
}
