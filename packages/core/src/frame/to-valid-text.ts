const CHUNK_BYTES = 65_536;

/** The bytes where they are UTF-8; otherwise a copy in which replacement characters stand for what is not. */
export function toValidText(bytes: Uint8Array): Uint8Array {
  return isUtf8(bytes) ? bytes : new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
}

/** Reads in chunks, so that a large message is not there once more as a text. */
function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
