import { createByteList } from '@toolyard/core';

/** The beginning of what a program wrote. */
export interface OutputKeeper {
  push(chunk: Uint8Array): void;
  /** What was kept, as text; says how much is missing where something is. */
  text(): string;
}

/** Keeps the first bytes of an output and counts the rest; bytes that are no UTF-8 become replacement characters. */
export function createOutputKeeper(maxBytes: number): OutputKeeper {
  const kept = createByteList();
  let left = 0;
  return {
    push(chunk) {
      const part = chunk.subarray(0, maxBytes - kept.size);
      kept.add(part);
      left += chunk.length - part.length;
    },
    text() {
      // While it streams, a decoder holds back a character that was cut in two.
      const text = new TextDecoder().decode(kept.join(), { stream: left > 0 });
      return left === 0 ? text : `${text}\n… (${left} more bytes were left out)`;
    },
  };
}
