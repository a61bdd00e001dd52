import { exampleHook } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { findHook, findHooks } from './find-hooks.ts';
import { parseEventName } from '../event/parse-event-name.ts';

const hooks = ['announce', 'lint', 'tidy'].map((id) => exampleHook({ id }));

describe('findHook', () => {
  it('gives the hook, or the nearest id', () => {
    expect(findHook(hooks, 'lint')).toBe(hooks[1]);
    expect(() => findHook(hooks, 'anounce')).toThrow('Hook not found: anounce\nDid you mean announce?');
  });
});

describe('findHooks', () => {
  it('gives them in the order of the file', () => {
    expect(findHooks(hooks, ['tidy', 'announce']).map(({ hook }) => hook.id)).toEqual(['announce', 'tidy']);
  });

  it.each([
    [
      ['lnit', 'x\u001b'],
      'Hook not found: lnit\nDid you mean lint?\nHook not found: x\\u001b\nHooks: announce, lint, tidy.',
    ],
  ])('names those that there are not: %j', (ids, message) => {
    expect(() => findHooks(hooks, ids)).toThrow(message);
  });

  it('says that there are none at all', () => {
    expect(() => findHooks([], ['a'])).toThrow(
      'Hook not found: a\nThere are no hooks here. Run "toolyard hooks list" to see where Toolyard looks for them.',
    );
  });
});

describe('parseEventName', () => {
  it('knows every event', () => {
    expect(parseEventName('git.branch-changed')).toBe('git.branch-changed');
  });

  it.each([
    ['git.comitted', 'Unknown event: git.comitted\nDid you mean git.committed?'],
    ['xyzzy', 'Unknown event: xyzzy\nEvents: file.saved, '],
  ])('refuses %s', (word, message) => {
    expect(() => parseEventName(word)).toThrow(message);
  });
});
