import { expect, it } from 'vitest';
import { findFileLinks } from './find-file-links.ts';

it.each([
  ['![[a b.png]]', 'a b.png'],
  ['![[files/a.png|200]]', 'files/a.png'],
  ['[[a.txt#part|words]]', 'a.txt'],
  ['![image/png](files/a%20b.png)', 'files/a b.png'],
  ['[words](<a b.png>)', 'a b.png'],
  ['![](100%.png)', '100%.png'],
])('finds what %s points to', (markdown, path) => {
  expect(findFileLinks(`text ${markdown} text`)).toEqual([{ markdown, path }]);
});
