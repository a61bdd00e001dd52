import type { ResultRegion } from './note.ts';
import type { NoteStructure } from './note-structure.ts';

/**
 * Which result belongs to which block, by the block's place among the blocks. A result directly after a block is its
 * own; another one belongs to the block whose id it has, where that has none.
 */
export function attachResults(
  { fences, regions }: NoteStructure,
  names: readonly string[],
  results: readonly ResultRegion[],
): Map<number, ResultRegion> {
  const attached = new Map<number, ResultRegion>();
  const others = new Map<string, ResultRegion>();
  let next = 0;
  let block = -1;
  for (const [index, region] of regions.entries()) {
    for (; (fences[next]?.line ?? Infinity) < region.line; next++) if (fences[next]?.body !== undefined) block++;
    const result = results[index];
    if (result === undefined) continue;
    if (region.followsFence && fences[next - 1]?.body !== undefined) attached.set(block, result);
    else if (!others.has(result.id)) others.set(result.id, result);
  }
  for (const [index, name] of names.entries()) {
    const result = others.get(name);
    if (result !== undefined && !attached.has(index)) attached.set(index, result);
  }
  return attached;
}
