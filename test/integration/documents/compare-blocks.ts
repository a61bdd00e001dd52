import { parseNote } from '@toolyard/documents';
import { expect } from 'vitest';
import { findWithCommonmark, trimBody } from './find-with-commonmark.ts';

const LANGUAGES = ['weather', 'mcp'];

/** Tool blocks as people write them: plain, with tildes, indented, in a list and in a quote. */
export const INSERTS: readonly (readonly string[])[] = [
  ['```weather', 'tool: forecast', 'city: London', '```'],
  ['~~~~ mcp x', 'tool: forecast', '', '~~~', '~~~~'],
  ['  ```weather', '  tool: forecast', '  ```'],
  ['- ```weather', '  tool: forecast', '  ```'],
  ['> ```weather', '> tool: forecast', '> ```'],
  ['    ```weather', '    tool: forecast', '    ```'],
  ['```weather', 'tool: forecast'],
];

/** Expects the blocks where commonmark.js has them; gives their number. */
export function compareBlocks(text: string): number {
  const { blocks } = parseNote(text, { servers: ['weather'] });
  const found = blocks.map(({ range, body }) => ({ line: range.line, text: trimBody(body) }));
  expect(found, JSON.stringify(text)).toEqual(findWithCommonmark(text, LANGUAGES));
  return blocks.length;
}

/** Puts each tool block in at each line; the empty first line keeps a rule from being frontmatter. */
export function compareEverywhere(example: string): number {
  const lines = ['', ...example.split('\n')];
  let blocks = 0;
  for (const insert of INSERTS) {
    for (let at = 1; at <= lines.length; at++) blocks += compareBlocks(lines.toSpliced(at, 0, ...insert).join('\n'));
  }
  return blocks;
}
