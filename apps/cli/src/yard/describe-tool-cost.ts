import { toLine } from '@toolyard/core';
import { LONG_LIST_TOKENS, type ToolListCost } from '@toolyard/gateway';

const MOST_NAMED = 3;

/** Tokens are told in thousands: more would be more than is known. */
const UNIT = 1000;

/** What a list of tools costs a model, and how to shorten it; `undefined` where it is short enough to say nothing. */
export function describeToolCost(cost: ToolListCost): { readonly text: string; readonly advice: string } | undefined {
  const { tools, tokens, servers } = cost;
  if (tokens < LONG_LIST_TOKENS) return undefined;
  const large = servers.slice(0, MOST_NAMED).filter((part) => part.tokens >= UNIT);
  const largest = large.map((part) => `${toLine(part.key)} ${count(part.tokens)}`);
  const parts = servers.length < 2 || largest.length === 0 ? '' : ` (most of it: ${largest.join(', ')})`;
  return {
    text: `Models get ${tools.toLocaleString('en')} tool${tools === 1 ? '' : 's'}, about ${count(tokens)} tokens in every request${parts}`,
    advice:
      'Set "tools": { "include": ["read_*"] } in a server\'s entry to keep only what you use, ' +
      'or run "toolyard disable KEY" to leave a server out.',
  };
}

function count(tokens: number): string {
  return (Math.round(tokens / UNIT) * UNIT).toLocaleString('en');
}
