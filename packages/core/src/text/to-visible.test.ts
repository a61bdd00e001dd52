import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteWord, toVisible, toVisibleJson, toVisibleJsonText, toVisibleText } from './to-visible.ts';

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
    ['a\u0085b\u009bc', 'a\\u0085b\\u009bc'],
    ['a\u00a0\u2003\u3000\u1680\u2800b', 'a\\u00a0\\u2003\\u3000\\u1680\\u2800b'],
    ['a\u2028\u2029\ufeff\u00ad', 'a\\u2028\\u2029\\ufeff\\u00ad'],
    ['\ufe0f\u034f\u115f\u3164\u180e', '\\ufe0f\\u034f\\u115f\\u3164\\u180e'],
  ])('shows %j as %s', (text, shown) => {
    expect(toVisible(text)).toBe(shown);
  });

  it('leaves nothing that steers a terminal', () => {
    // eslint-disable-next-line no-control-regex -- these are the characters that must not be left
    const steering = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !steering.test(toVisible(text))));
  });
});

describe('toVisibleText', () => {
  it('keeps lines and tabs, and all of a long text', () => {
    expect(toVisibleText('a\tb\r\nc\rd\n\u202ee')).toBe('a\tb\nc\\u000dd\n\\u202ee');
    const long = 'line\n'.repeat(10_000);
    expect(toVisibleText(long)).toBe(long);
  });
});

describe('toVisibleJson', () => {
  it('tells an escape in the value from an escaped character', () => {
    expect(toVisibleJson('\u009b')).toBe('"\\u009b"');
    expect(toVisibleJson('\\u009b')).toBe('"\\\\u009b"');
  });

  it('is JSON of exactly the value, on one line or on several', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const parsed: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(toVisibleJson(value))).toEqual(parsed);
        expect(JSON.parse(toVisibleJson(value, 2))).toEqual(parsed);
      }),
    );
    expect(toVisibleJson({ a: '\u202e\u{e0061}\n' }, 2)).toBe('{\n  "a": "\\u202e\\udb40\\udc61\\n"\n}');
  });
});

it('keeps JSON as it was written, but for what nobody would see', () => {
  const json = '{\r\n\t"n": 12345678901234567890,\r"a": "x\u202e\u009b\u200by", "a": 1.0}';
  expect(toVisibleJsonText(json)).toBe('{ \n\t"n": 12345678901234567890, "a": "x\\u202e\\u009b\\u200by", "a": 1.0}');
});

it.each([
  ['-y', '-y'],
  ['${HOME}/a@1.2', '${HOME}/a@1.2'],
  ['', '""'],
  ['a b', '"a b"'],
  ['"a"', '"\\"a\\""'],
  ['а', '"а"'],
])('quotes %j as %s', (word, shown) => {
  expect(quoteWord(word)).toBe(shown);
});
