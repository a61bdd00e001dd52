import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dropControlCharacters, flattenText } from './drop-control-characters.ts';

it.each([
  ['plain text, Grüße 👋', 'plain text, Grüße 👋', 'plain text, Grüße 👋'],
  ['a\tb\r\nc', 'a b c', 'a\tb\nc'],
  ['10%\r20%', '10% 20%', '10%\n20%'],
  ['a\u2028b', 'a b', 'a\nb'],
  ['a\u0007\u009bb', 'a b', 'ab'],
  ['safe\u202etxt.sh', 'safe txt.sh', 'safetxt.sh'],
  ['a\u2066b\u2069', 'a b ', 'ab'],
  ['a\u061cb\u200bc\u200ed\u200fe\u2060f\ufeffg\u00adh\u{e0041}', 'abcdefgh', 'abcdefgh'],
  ['👩\u200d👧 ❤\ufe0f می\u200cخواهم', '👩\u200d👧 ❤\ufe0f می\u200cخواهم', '👩\u200d👧 ❤\ufe0f می\u200cخواهم'],
  ['half \ud800', 'half \ufffd', 'half \ufffd'],
  ['\udb40\u200b\udc41', '\ufffd\ufffd', '\ufffd\ufffd'],
  ['\u001b[1;31mred\u001b[0m \u009b31mtoo', 'red too', 'red too'],
  ['\u001b]0;title\u0007a\u001b]8;;http://x\u001b\\b\u001bPq\u001b\\c', 'abc', 'abc'],
  ['\u001b]0;never closed, and then our own words', '0;never closed, and then our own words', expect.any(String)],
])('lays out %j', (text, line, lines) => {
  expect([flattenText(text), dropControlCharacters(text)]).toEqual([line, lines]);
});

it('leaves nothing that steers a terminal, and changes nothing twice', () => {
  // eslint-disable-next-line no-control-regex -- these are the characters that must not be left
  const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(flattenText(text)).not.toMatch(steering);
      expect(flattenText(text)).not.toMatch(/[\t\n]/);
      expect(dropControlCharacters(text)).not.toMatch(steering);
      expect(dropControlCharacters(dropControlCharacters(text))).toBe(dropControlCharacters(text));
    }),
  );
});
