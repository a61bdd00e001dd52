/** The beginning of what a program wrote. */
export interface OutputKeeper {
  push(chunk: Uint8Array): void;
  /** What was kept, as text; says how much is missing where something is. */
  text(): string;
}

/** Keeps the first bytes of an output and counts the rest; bytes that are no UTF-8 become replacement characters. */
export function createOutputKeeper(maxBytes: number): OutputKeeper {
  const kept: Uint8Array[] = [];
  let size = 0;
  let left = 0;
  return {
    push(chunk) {
      const part = chunk.subarray(0, maxBytes - size);
      if (part.length > 0) kept.push(part);
      size += part.length;
      left += chunk.length - part.length;
    },
    text() {
      // While it streams, a decoder holds back a character that was cut in two.
      const text = new TextDecoder().decode(Buffer.concat(kept), { stream: left > 0 });
      return left === 0 ? text : `${text}\n… (${left} more bytes were left out)`;
    },
  };
}
