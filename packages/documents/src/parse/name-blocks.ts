import type { BlockBody } from './block-body.ts';

/** One id for each block, in order: its own, else its hash, with `-n` where it would be the n-th of that name. */
export function nameBlocks(bodies: readonly Pick<BlockBody, 'hash' | 'options'>[]): string[] {
  const own = new Set(bodies.flatMap(({ options }) => options.id ?? []));
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return bodies.map(({ hash, options }) => {
    const wanted = options.id ?? hash;
    let name = wanted;
    // What another block claims as its own is not made up here.
    while (taken.has(name) || (name !== options.id && own.has(name))) {
      const count = (counts.get(wanted) ?? 1) + 1;
      counts.set(wanted, count);
      name = `${wanted}-${count}`;
    }
    taken.add(name);
    return name;
  });
}
