/** A piece of a YAML text as parsers cut it, as far as its depth goes: a document has a value, a collection has items. */
export interface YamlToken {
  /** Where it begins in the text. */
  readonly offset: number;
  readonly value?: YamlToken;
  readonly items?: readonly YamlItem[];
}

interface YamlItem {
  readonly key?: YamlToken | null;
  readonly value?: YamlToken;
}

/**
 * Where a YAML text is nested deeper than `limit`, if anywhere. To be asked before values are made of its tokens: what makes
 * them calls itself for each level, and a stack that is full can end the whole process.
 */
export function findTooDeep(tokens: readonly YamlToken[], limit: number): number | undefined {
  const open = tokens.map((token) => ({ token, depth: 0 }));
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    const { token, depth } = level;
    if (depth > limit) return token.offset;
    for (const inner of partsOf(token)) open.push({ token: inner, depth: depth + 1 });
  }
  return undefined;
}

function partsOf({ value, items = [] }: YamlToken): YamlToken[] {
  return [value ?? [], ...items.flatMap((item) => [item.key ?? [], item.value ?? []])].flat();
}
