import { expect, it } from 'vitest';
import { parseRunChain } from './parse-run-chain.ts';

it('reads a chain, also an empty one', () => {
  const chain = [
    { hook: 'a', run: 'run-1', inferred: false },
    { hook: 'b', run: 'run-2', inferred: true },
  ];
  expect(parseRunChain(chain)).toEqual(chain);
  expect(parseRunChain([])).toEqual([]);
});

it.each([
  null,
  {},
  'a',
  { chain: [null] },
  { chain: ['a'] },
  { chain: [{ hook: 'a', run: 'run-1' }] },
  { chain: [{ hook: 1, run: 'run-1', inferred: true }] },
  { chain: [{ hook: 'a', run: 1, inferred: true }] },
  { chain: [{ hook: 'a', run: 'run-1', inferred: 'no' }] },
])('does not take anything else for a chain: %j', (value) => {
  const given = typeof value === 'object' && value !== null && 'chain' in value ? value.chain : value;
  expect(parseRunChain(given)).toBeUndefined();
});
