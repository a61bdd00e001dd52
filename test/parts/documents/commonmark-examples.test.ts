import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseNote } from '@toolyard/documents';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWithCommonmark, trimBody } from './find-with-commonmark.ts';
import { MARKDOWN_SAMPLES } from './markdown-samples.ts';

const LANGUAGES = ['weather', 'mcp'];

/** Tool blocks as people write them: plain, with tildes, indented, in a list and in a quote. */
const INSERTS: readonly (readonly string[])[] = [
  ['```weather', 'tool: forecast', 'city: London', '```'],
  ['~~~~ mcp x', 'tool: forecast', '', '~~~', '~~~~'],
  ['  ```weather', '  tool: forecast', '  ```'],
  ['- ```weather', '  tool: forecast', '  ```'],
  ['> ```weather', '> tool: forecast', '> ```'],
  ['    ```weather', '    tool: forecast', '    ```'],
  ['```weather', 'tool: forecast'],
];

function compare(text: string): number {
  const { blocks } = parseNote(text, { servers: ['weather'] });
  const found = blocks.map(({ range, body }) => ({ line: range.line, text: trimBody(body) }));
  expect(found, JSON.stringify(text)).toEqual(findWithCommonmark(text, LANGUAGES));
  return blocks.length;
}

/** Puts each tool block in at each line; the empty first line keeps a rule from being frontmatter. */
function compareEverywhere(example: string): number {
  const lines = ['', ...example.split('\n')];
  let blocks = 0;
  for (const insert of INSERTS) {
    for (let at = 1; at <= lines.length; at++) blocks += compare(lines.toSpliced(at, 0, ...insert).join('\n'));
  }
  return blocks;
}

describe('tool blocks', () => {
  it('are found exactly where commonmark.js makes code blocks, at every line of every sample', () => {
    const blocks = MARKDOWN_SAMPLES.reduce((sum, sample) => sum + compareEverywhere(sample), 0);
    expect(MARKDOWN_SAMPLES.length).toBeGreaterThan(100);
    expect(blocks).toBeGreaterThan(2000);
  });

  it('are found in documents put together from such samples by chance', () => {
    // A reference definition ends a paragraph for markdown-it and is part of one for commonmark.js until that ends.
    const samples = MARKDOWN_SAMPLES.filter((sample) => !sample.includes(']:'));
    const part = fc.constantFrom(...samples, ...INSERTS.map((lines) => lines.join('\n')));
    const glue = fc.constantFrom('\n', '\n\n', '\n> ', '\n  ', '\n- ');
    let blocks = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(part, glue), { minLength: 2, maxLength: 8 }), (parts) => {
        blocks += compare(`\n${parts.map((pair) => pair.join('')).join('')}`);
      }),
      { numRuns: 3000 },
    );
    expect(blocks).toBeGreaterThan(100);
  });

  it('are found at every line of every example of the specification', () => {
    const file = createRequire(import.meta.url).resolve('commonmark-spec/spec.txt');
    const text = readFileSync(file, 'utf8').replaceAll('→', '\t');
    const examples = [...text.matchAll(/^`{32} example\n([\s\S]*?)^\.$/gm)].map((match) => match[1] ?? '');
    expect(examples.length).toBeGreaterThan(650);
    expect(examples.reduce((sum, example) => sum + compareEverywhere(example), 0)).toBeGreaterThan(10_000);
  });
});
