import type { SavedServer } from '@toolyard/core';
import { assert, json, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSavedServer, SAVED_SERVER } from './parse-saved-server.ts';
import { parseState } from './versioned-state.ts';

const SAVED: SavedServer = {
  key: 'a',
  definitionHash: 'hash',
  failures: 1,
  enabled: true,
  era: { verdict: '2026-07-28', at: 5 },
};

function parse(text: string): SavedServer | undefined {
  const state = parseState(text, SAVED_SERVER);
  return state.kind === 'known' ? state.value : undefined;
}

describe('what is remembered of a server', () => {
  it.each([
    ['nothing', ''],
    ['half of a text', formatSavedServer(SAVED).slice(0, 30)],
    ['another kind of value', '["a"]'],
    ['another version', JSON.stringify({ ...SAVED, version: 2 })],
    ['no version', JSON.stringify(SAVED)],
    ['no key', JSON.stringify({ version: 1, definitionHash: 'hash', failures: 0 })],
    ['no hash', JSON.stringify({ version: 1, key: 'a', failures: 0 })],
    ['a count that is no number', JSON.stringify({ ...SAVED, version: 1, failures: '1' })],
    ['a negative count', JSON.stringify({ ...SAVED, version: 1, failures: -1 })],
    ['a switch that is no switch', JSON.stringify({ ...SAVED, version: 1, enabled: 'yes' })],
    ['a time that is a text', JSON.stringify({ ...SAVED, version: 1, lastAttemptAt: '2026-01-01' })],
    ['a greeting without capabilities', JSON.stringify({ ...SAVED, version: 1, greeting: { protocolVersion: '1' } })],
    ['an era without a date', JSON.stringify({ ...SAVED, version: 1, era: { verdict: 'legacy' } })],
    ['an era that is none', JSON.stringify({ ...SAVED, version: 1, era: { verdict: '2025-11-25', at: 1 } })],
    ['an unknown list', JSON.stringify({ ...SAVED, version: 1, lists: { things: [] } })],
    ['a list of objects', JSON.stringify({ ...SAVED, version: 1, lists: { tools: [{}] } })],
    ['a reason that is no text', JSON.stringify({ ...SAVED, version: 1, lists: {}, cuts: { tools: 1 } })],
    ['sets that are no list', JSON.stringify({ ...SAVED, version: 1, sets: {} })],
    ['a set without a name', JSON.stringify({ ...SAVED, version: 1, sets: [{ lists: {} }] })],
    ['a set that is no JSON', JSON.stringify({ ...SAVED, version: 1, sets: [{ set: '{', lists: {} }] })],
    ['a set without lists', JSON.stringify({ ...SAVED, version: 1, sets: [{ set: '{}' }] })],
    ['an entry that is no JSON', JSON.stringify({ ...SAVED, version: 1, lists: { tools: ['{"name":'] } })],
  ])('takes %s for nothing', (_what, text) => {
    expect(parse(text)).toBeUndefined();
  });

  it('reads what was written, and no part of it', () => {
    const text = formatSavedServer(SAVED);
    expect(parse(text)).toEqual(SAVED);
    for (let length = 0; length < text.length - 1; length++) {
      expect(parse(text.slice(0, length))).toBeUndefined();
    }
  });

  it('keeps lists with what is missing in them, and none that are too long together', () => {
    const lists = { tools: ['{"name":"a"}'], prompts: [] };
    const saved: SavedServer = { ...SAVED, lists, cuts: { tools: 'too long' } };
    expect(parse(formatSavedServer(saved))).toEqual(saved);
    const entry = `{"name":"${'n'.repeat(1_000_000)}"}`;
    const long = { tools: Array.from({ length: 17 }, () => entry), prompts: Array.from({ length: 17 }, () => entry) };
    expect(parse(formatSavedServer({ ...saved, lists: long }))).toEqual(SAVED);
    const sets = [{ set: '{}', lists }];
    expect(parse(formatSavedServer({ ...saved, sets }))).toEqual({ ...saved, sets });
    expect(parse(formatSavedServer({ ...saved, sets: [{ set: '{}', lists: long }] }))).toEqual(SAVED);
  });

  it('never throws', () => {
    assert(
      property(oneof(string(), json()), (text) => {
        parse(text);
      }),
    );
  });
});
