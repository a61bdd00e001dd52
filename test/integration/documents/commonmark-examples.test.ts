import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBlocks, compareEverywhere, INSERTS } from './compare-blocks.ts';
import { MARKDOWN_SAMPLES } from './markdown-samples.ts';

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
        blocks += compareBlocks(`\n${parts.map((pair) => pair.join('')).join('')}`);
      }),
      { numRuns: 3000 },
    );
    expect(blocks).toBeGreaterThan(100);
  });
});
