/** Names under which servers report a total, in `_meta` itself or in its `usage`. */
const TOTALS = ['tokensUsed', 'tokens_used', 'totalTokens', 'total_tokens'];

/** Names of the two halves of a total. */
const HALVES = [
  ['inputTokens', 'outputTokens'],
  ['input_tokens', 'output_tokens'],
  ['promptTokens', 'completionTokens'],
  ['prompt_tokens', 'completion_tokens'],
] as const;

/**
 * The number of tokens that a result's `_meta` reports: `tokensUsed` or `totalTokens`, else the sum of input and output
 * or prompt and completion tokens, in camel or snake case, in `_meta` or in its `usage`; `undefined` where there is none.
 */
export function findTokensUsed(meta: unknown): number | undefined {
  if (typeof meta !== 'object' || meta === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(meta));
  return countIn(fields) ?? findTokensUsed(fields.get('usage'));
}

function countIn(fields: ReadonlyMap<string, unknown>): number | undefined {
  const total = TOTALS.map((name) => fields.get(name)).find(isCount);
  if (total !== undefined) return total;
  for (const [one, other] of HALVES) {
    const [taken, given] = [fields.get(one), fields.get(other)];
    if (isCount(taken) && isCount(given)) return taken + given;
  }
  return undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
