import { expect, it } from 'vitest';
import { toMarkdownBlock, toMarkdownFacts, toMarkdownText } from './to-markdown.ts';

it.each([
  '[a](command:x)',
  '![a](https://evil.example/a.png)',
  '<img src=x>',
  'https://evil.example',
  'www.evil.example',
  'me@evil.example',
  '**a** _b_ `c` ~~d~~',
  '&lt; &#60;',
  '| a | b |',
])('shows %j as it is', (text) => {
  // In CommonMark each sign may have a backslash before it, and is then only itself.
  expect(toMarkdownText(text)).not.toMatch(/(?<!\\)(?:\\\\)*[!-/:-@[\]^_`{-~]/);
  expect(toMarkdownText(text).replaceAll(/\\(.)/g, '$1')).toBe(text);
});

it('keeps a text on one line, without what nobody sees', () => {
  expect(toMarkdownText('a\n\n# b\u202ec')).toBe(String.raw`a \# b c`);
});

it('lets nothing in a block end it', () => {
  expect(toMarkdownBlock('a\n```\n[b](command:c)\n````', 'json')).toBe(
    '`````json\na\n```\n[b](command:c)\n````\n`````',
  );
  expect(toMarkdownBlock('x'.repeat(100_000)).length).toBeLessThan(2100);
});

it('leaves out facts without a text', () => {
  expect(toMarkdownFacts({ A: 'b*', C: undefined, D: '', E: 'f' })).toBe('**A:** b\\*  \n**E:** f');
});
