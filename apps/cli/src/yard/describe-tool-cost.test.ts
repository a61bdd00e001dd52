import { LONG_LIST_TOKENS, type ToolListCost } from '@toolyard/gateway';
import { describe, expect, it } from 'vitest';
import { describeToolCost } from './describe-tool-cost.ts';

function cost(tools: number, tokens: number, servers: Readonly<Record<string, number>>): ToolListCost {
  const parts = Object.entries(servers).map(([key, own]) => ({ key, tools: 1, bytes: own * 4, tokens: own }));
  return { tools, tokens, bytes: tokens * 4, servers: parts };
}

describe('describeToolCost', () => {
  it('says nothing of a list that is short enough', () => {
    expect(describeToolCost(cost(10, LONG_LIST_TOKENS - 1, { a: LONG_LIST_TOKENS - 1 }))).toBeUndefined();
  });

  it('says what a long one costs, whose most of it is, and what to do', () => {
    const servers = { github: 120_400, files: 90_000, 'my\u001b[2Jkey': 1400, last: 1100 };
    expect(describeToolCost(cost(1541, 258_123, servers))).toEqual({
      text:
        'Models get 1,541 tools, about 258,000 tokens in every request ' +
        '(most of it: github 120,000, files 90,000, mykey 1,000)',
      advice:
        'Set "tools": { "include": ["read_*"] } in a server\'s entry to keep only what you use, ' +
        'or run "toolyard disable KEY" to leave a server out.',
    });
  });

  it('does not say whose it is where there is one server', () => {
    expect(describeToolCost(cost(100, 25_000, { a: 25_000 }))?.text).toBe(
      'Models get 100 tools, about 25,000 tokens in every request',
    );
    const small = cost(101, 25_900, { a: 25_000, b: 900 });
    expect(describeToolCost(small)?.text).toMatch(/ in every request \(most of it: a 25,000\)$/);
  });
});
