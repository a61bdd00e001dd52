/** The nodes of one cycle, the first again at the end; or nothing. */
export function findCycle(nodes: readonly string[], nextOf: (node: string) => Iterable<string>): string[] {
  const done = new Set<string>();
  const path: string[] = [];

  function visit(node: string): string[] {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    path.push(node);
    for (const next of nextOf(node)) {
      const cycle = visit(next);
      if (cycle.length > 0) return cycle;
    }
    path.pop();
    done.add(node);
    return [];
  }

  for (const node of nodes) {
    const cycle = visit(node);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
