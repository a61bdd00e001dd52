import { expect, it } from 'vitest';
import { dropSteering, flattenText } from './drop-steering.ts';

it.each([
  ['plain text, Grüße 👋', 'plain text, Grüße 👋', 'plain text, Grüße 👋'],
  ['a\tb\r\nc', 'a b c', 'a\tb\nc'],
  ['a\u0007\u009bb', 'a b', 'ab'],
  ['safe\u202etxt.sh', 'safe txt.sh', 'safetxt.sh'],
  ['a\u2066b\u2069', 'a b ', 'ab'],
])('lays out %j', (text, line, lines) => {
  expect([flattenText(text), dropSteering(text)]).toEqual([line, lines]);
});
