const MAX_DEPTH = 1000;

/** Whether a value is nested so deeply that whoever walks through it, or writes it as JSON, may run out of stack. */
export function isTooDeep(value: unknown): boolean {
  const open = [{ value, depth: 0 }];
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    const { value: outer, depth } = level;
    if (typeof outer !== 'object' || outer === null) continue;
    if (depth >= MAX_DEPTH) return true;
    for (const inner of Object.values(outer)) {
      if (typeof inner === 'object') open.push({ value: inner, depth: depth + 1 });
    }
  }
  return false;
}
