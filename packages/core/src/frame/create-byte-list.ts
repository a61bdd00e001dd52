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
  return new JoinedParts();
}

/** A class, since one is made for each HTTP request and an object with a getter takes long to make. */
class JoinedParts implements ByteList {
  #parts: Uint8Array[] = [];
  #size = 0;
  #block: Uint8Array | undefined;
  #used = 0;

  get size(): number {
    return this.#size;
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    const isKept = this.#size === 0 || isMostOfItsMemory(part);
    this.#size += part.length;
    if (!isKept) return this.#copy(part);
    this.#sealBlock();
    this.#parts.push(part);
  }

  join(): Uint8Array {
    this.#sealBlock();
    return joinBytes(this.#parts, this.#size);
  }

  clear(): void {
    this.#parts = [];
    this.#size = 0;
    this.#block = undefined;
  }

  #sealBlock(): void {
    if (this.#block !== undefined) this.#parts.push(this.#block.subarray(0, this.#used));
    this.#block = undefined;
  }

  #copy(part: Uint8Array): void {
    let block = this.#block;
    if (block === undefined || this.#used + part.length > block.length) {
      this.#sealBlock();
      block = new Uint8Array(Math.max(BLOCK_BYTES, part.length));
      this.#block = block;
      this.#used = 0;
    }
    block.set(part, this.#used);
    this.#used += part.length;
  }
}

function isMostOfItsMemory({ length, buffer }: Uint8Array): boolean {
  return length >= BLOCK_BYTES && length * 2 >= buffer.byteLength;
}

/** One array of all parts; a single part is given as it is, without a copy. `size` is the sum of their lengths. */
function joinBytes(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
