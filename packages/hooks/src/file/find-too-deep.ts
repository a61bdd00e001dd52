import type { CST } from 'yaml';

interface Level {
  readonly token: CST.Token;
  readonly depth: number;
}

/** Where a YAML text is nested deeper than `limit`, if anywhere; what makes values of its tokens calls itself for each level. */
export function findTooDeep(tokens: readonly CST.Token[], limit: number): number | undefined {
  const open: Level[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    const { token, depth } = level;
    if (depth > limit) return token.offset;
    for (const inner of partsOf(token)) open.push({ token: inner, depth: depth + 1 });
  }
  return undefined;
}

function partsOf(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key ?? [], value ?? []].flat());
}
