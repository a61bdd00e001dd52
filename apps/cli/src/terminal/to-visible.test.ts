import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toVisible, toVisibleJson } from './to-visible.ts';

describe('toVisible', () => {
  it.each([
    ['specs/**/spec.md', 'specs/**/spec.md'],
    ['Grüße, 世界 🎉', 'Grüße, 世界 🎉'],
    ['\u001b[2Jrm', '\\u001b[2Jrm'],
    ['a\nb\tc', 'a\\u000ab\\u0009c'],
    ['safe\u202etxt.sh', 'safe\\u202etxt.sh'],
    ['a\u200bb', 'a\\u200bb'],
    ['\u{e0041}x', '\\u{e0041}x'],
    ['\ud800', '\\ud800'],
  ])('shows %j as %s', (text, shown) => {
    expect(toVisible(text)).toBe(shown);
  });

  it('leaves nothing that steers a terminal', () => {
    // eslint-disable-next-line no-control-regex -- these are the characters that must not be left
    const steering = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !steering.test(toVisible(text))));
  });
});

describe('toVisibleJson', () => {
  it('tells an escape in the value from an escaped character', () => {
    expect(toVisibleJson('\u009b')).toBe('"\\u009b"');
    expect(toVisibleJson('\\u009b')).toBe('"\\\\u009b"');
  });

  it('is JSON of the value wherever no rare character needs braces', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(toVisibleJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
