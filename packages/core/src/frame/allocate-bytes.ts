/** Small arrays are cut from blocks of this size. */
const BLOCK_BYTES = 65_536;

/** Larger arrays get memory of their own, so that keeping one does not keep a whole block. */
const SMALL_BYTES = 4096;

let block = new Uint8Array(0);
let used = 0;

/**
 * An array for the caller to fill, whose content is undefined until then.
 *
 * Memory of its own costs a small array a microsecond, ten times what it costs to cut it from a block.
 */
export function allocateBytes(size: number): Uint8Array {
  if (size > SMALL_BYTES) return new Uint8Array(size);
  if (used + size > block.length) {
    block = new Uint8Array(BLOCK_BYTES);
    used = 0;
  }
  const start = used;
  used += size;
  return block.subarray(start, used);
}
