import { joinBytes } from './join-bytes.ts';

/** Bytes that arrive in parts; what it holds is at most about twice its size, however small the parts are. */
export interface ByteList {
  /** How many bytes were added. */
  readonly size: number;
  add(part: Uint8Array): void;
  /** All bytes as one array; the list stays as it is. */
  join(): Uint8Array;
  clear(): void;
}

/** Parts from this size on are kept without a copy; smaller ones share blocks of this size. */
const BLOCK_BYTES = 4096;

/**
 * Holds bytes until they are whole, so that a limit on `size` is one on memory.
 *
 * An array costs a hundred bytes besides its content, and a slice keeps all of the chunk it was cut from. So only the
 * first part is always kept as it is, since mostly it is the only one.
 */
export function createByteList(): ByteList {
  let parts: Uint8Array[] = [];
  let size = 0;
  let block: Uint8Array | undefined;
  let used = 0;

  function sealBlock(): void {
    if (block !== undefined) parts.push(block.subarray(0, used));
    block = undefined;
  }

  function copy(part: Uint8Array): void {
    if (block === undefined || used + part.length > block.length) {
      sealBlock();
      block = new Uint8Array(Math.max(BLOCK_BYTES, part.length));
      used = 0;
    }
    block.set(part, used);
    used += part.length;
  }

  return {
    get size() {
      return size;
    },
    add(part) {
      if (part.length === 0) return;
      const isKept = size === 0 || isMostOfItsMemory(part);
      size += part.length;
      if (!isKept) return copy(part);
      sealBlock();
      parts.push(part);
    },
    join() {
      sealBlock();
      return joinBytes(parts, size);
    },
    clear() {
      parts = [];
      size = 0;
      block = undefined;
    },
  };
}

function isMostOfItsMemory({ length, buffer }: Uint8Array): boolean {
  return length >= BLOCK_BYTES && length * 2 >= buffer.byteLength;
}
