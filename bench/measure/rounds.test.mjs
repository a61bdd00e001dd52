import { describe, expect, it } from 'vitest';
import { bestPeer } from './best-peer.mjs';
import { joinRounds, measureInTurns, median } from './rounds.mjs';

describe('measureInTurns', () => {
  it('begins each round with another target', async () => {
    const order = [];
    const results = await measureInTurns({
      targets: [{ name: 'a' }, { name: 'b' }, { name: 'c', measure: () => order.push('own') }],
      rounds: 2,
      measure: ({ name }) => order.push(name),
      onProblem: () => undefined,
      onRound: () => undefined,
    });
    expect(order).toEqual(['a', 'b', 'own', 'b', 'own', 'a']);
    expect(results).toEqual({ a: [1, 6], b: [2, 4], c: [3, 5] });
  });

  it('names a target that fails, and goes on without it', async () => {
    const problems = [];
    const results = await measureInTurns({
      targets: [{ name: 'good' }, { name: 'bad' }],
      rounds: 2,
      measure({ name }) {
        if (name === 'bad') throw new Error('broken');
        return 1;
      },
      onProblem: ({ name }, message) => problems.push(`${name}: ${message}`),
      onRound: () => undefined,
    });
    expect(problems).toEqual(['bad: broken']);
    expect(results).toEqual({ good: [1, 1], bad: [] });
  });
});

describe('joinRounds', () => {
  it('keeps what was measured in the same round together, also where a target failed', () => {
    const first = { a: [1, 2], b: [3] };
    const second = { a: [4], b: [5] };
    expect(joinRounds(first, second)).toEqual({ a: [1, 2, 4], b: [3, undefined, 5] });
  });
});

describe('median', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[undefined, 7, Number.NaN], 7],
    [[], undefined],
  ])('of %j is %j', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

describe('bestPeer', () => {
  const results = {
    toolyard: [{ perSecond: 9, cpuUs: 1 }],
    'mcp-hub': [{ perSecond: 5, cpuUs: 4 }],
    'mcp-proxy': [{ perSecond: 3, cpuUs: 2 }],
    supergateway: [],
  };

  it('is the one with the most calls per second', () => {
    expect(bestPeer(results, 'perSecond')).toBe('mcp-hub');
  });

  it('is the one with the least of everything else', () => {
    expect(bestPeer(results, 'cpuUs')).toBe('mcp-proxy');
  });

  it('is nobody where none was measured', () => {
    expect(bestPeer(results, 'p50Ms')).toBeUndefined();
  });
});
