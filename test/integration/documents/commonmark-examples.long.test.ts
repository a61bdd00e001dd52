import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { compareEverywhere } from './compare-blocks.ts';

it('tool blocks are found at every line of every example of the specification', () => {
  const file = createRequire(import.meta.url).resolve('commonmark-spec/spec.txt');
  const text = readFileSync(file, 'utf8').replaceAll('→', '\t');
  const examples = [...text.matchAll(/^`{32} example\n([\s\S]*?)^\.$/gm)].map((match) => match[1] ?? '');
  expect(examples.length).toBeGreaterThan(650);
  expect(examples.reduce((sum, example) => sum + compareEverywhere(example), 0)).toBeGreaterThan(10_000);
});
