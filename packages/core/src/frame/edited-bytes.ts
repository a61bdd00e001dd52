import { allocateBytes } from './allocate-bytes.ts';
import { encodeText } from './encode-text.ts';
import { toOneLineText } from './to-one-line.ts';

/** Longer parts are copied as one. */
const FEW_BYTES = 64;

/** Longer texts are encoded as one. */
const FEW_CHARACTERS = 256;

/**
 * A message that is put together of parts of another and of new texts.
 *
 * Every message that is passed on is made here, mostly a short one with short texts in ASCII. To write these byte by byte
 * costs less than an array for each text and a view of each part.
 */
export class EditedBytes {
  readonly bytes: Uint8Array;
  #size = 0;

  constructor(size: number) {
    this.bytes = allocateBytes(size);
  }

  copy(source: Uint8Array, start: number, end: number): void {
    const { bytes } = this;
    let to = this.#size;
    this.#size += end - start;
    if (end - start > FEW_BYTES) bytes.set(source.subarray(start, end), to);
    else for (let at = start; at < end; at++) bytes[to++] = source[at] ?? 0;
  }

  /** On one line, whatever the text. */
  put(text: string): void {
    const { bytes } = this;
    if (isPlain(text)) {
      let to = this.#size;
      for (let at = 0; at < text.length; at++) bytes[to++] = text.charCodeAt(at);
      this.#size = to;
    } else {
      const encoded = encodeText(toOneLineText(text));
      bytes.set(encoded, this.#size);
      this.#size += encoded.length;
    }
  }
}

/** How many bytes a text takes. */
export function lengthOf(text: string): number {
  return isPlain(text) ? text.length : encodeText(text).length;
}

/** Whether a text is short and all in ASCII, without line breaks. */
function isPlain(text: string): boolean {
  if (text.length > FEW_CHARACTERS) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}
