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

  put(text: NewText): void {
    const { bytes } = this;
    let to = this.#size;
    this.#size += text.length;
    if (typeof text === 'string') for (let at = 0; at < text.length; at++) bytes[to++] = text.charCodeAt(at);
    else bytes.set(text, to);
  }
}

/** A text on one line: as it is where it is short and all in ASCII, else encoded. Its length is that of its bytes. */
export type NewText = string | Uint8Array;

/** The form in which a text can be put into a message. */
export function toNewText(text: string): NewText {
  if (text.length > FEW_CHARACTERS) return encodeText(toOneLineText(text));
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return encodeText(toOneLineText(text));
  }
  return text;
}
