import { describe, expect, it } from 'vitest';
import { parseTabState, toTabState } from './tab-state.ts';

describe('parseTabState', () => {
  it.each([
    { id: '1', subject: { folder: '/shop' } },
    { id: '1', subject: { folder: '/shop', hook: 'a' } },
    { id: '1', subject: { folder: '/shop', tool: { server: 'chat', tool: 'post' } } },
  ])('gives back %j', (state) => {
    expect(parseTabState(toTabState(state))).toEqual(state);
  });

  it.each([
    undefined,
    5,
    '',
    '{',
    '[]',
    '{"version":1,"id":"1","subject":{"folder":"/shop"}}',
    '{"version":2,"subject":{"folder":"/shop"}}',
    '{"version":2,"id":"1","subject":{"folder":5}}',
    `{"version":2,"id":"1","subject":{"folder":"${'x'.repeat(20_000)}"}}`,
  ])('takes nothing from what is no state of a tab', (value) => {
    expect(parseTabState(value)).toBeUndefined();
  });
});
