import { ToolyardError } from '@toolyard/core';
import type { TokenUsage } from '../model/model.ts';

/** How much a conversation may use before it takes no more questions; without limit where a member is absent. */
export interface UsageLimits {
  /** Input and output together. */
  readonly tokens?: number | undefined;
  /** In US dollars; only what the provider says counts. */
  readonly cost?: number | undefined;
}

/** The sum of both; members that neither has are absent. */
export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  const sum = (name: keyof TokenUsage): TokenUsage => {
    const [left, right] = [one[name], other[name]];
    return left === undefined && right === undefined ? {} : { [name]: (left ?? 0) + (right ?? 0) };
  };
  return { ...sum('inputTokens'), ...sum('outputTokens'), ...sum('cachedInputTokens'), ...sum('cost') };
}

/** Throws `usage-limit` where a limit is reached. */
export function checkUsage({ inputTokens = 0, outputTokens = 0, cost = 0 }: TokenUsage, limits: UsageLimits): void {
  const tokens = inputTokens + outputTokens;
  if (limits.tokens !== undefined && tokens >= limits.tokens) throw toSpent(`${tokens} tokens`, `${limits.tokens}`);
  if (limits.cost !== undefined && cost >= limits.cost) throw toSpent(`$${cost.toFixed(4)}`, `$${limits.cost}`);
}

function toSpent(used: string, limit: string): ToolyardError {
  const message = `The conversation has used ${used}, and its limit is ${limit}. Raise the limit, or begin another conversation.`;
  return new ToolyardError('usage-limit', message);
}
