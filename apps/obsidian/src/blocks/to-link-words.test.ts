import { expect, it } from 'vitest';
import { findFileLinks } from './find-file-links.ts';
import { toLinkWords } from './to-link-words.ts';

it.each([
  ['the whole output, 70000 characters', 'the whole output, 70000 characters'],
  ['file:///reports/größe\\_2.csv', 'file ///reports/größe_2.csv'],
  ['हिन्दी', 'हिन्दी'],
  ['\\<img src=x onerror=alert(1)\\>', 'img src x onerror alert 1'],
  ['&lt;img&gt;', 'lt img gt'],
  ['100\\%\\% hidden \\%\\%', '100 hidden'],
  ['a\\]\\] \\| [b](c) \\#tag \\$x\\$ \\`code\\` **bold** ==mark==', 'a b c tag x code bold mark'],
  ['\\<\\>', 'file'],
  ['', 'file'],
])('makes words of the title %j that mean nothing else', (title, words) => {
  expect(toLinkWords(title)).toBe(words);
  for (const link of [`[[a.bin|${words}]]`, `[${words}](a.bin)`]) {
    expect(findFileLinks(link)).toEqual([{ markdown: link, path: 'a.bin' }]);
  }
});
