import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/obsidian-requirements.md'), 'utf8');
const REQUIREMENTS = 42;

const rows = PAGE.split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(1, -1).split('|'))
  .map((cells) => ({ name: cells[0]?.trim() ?? '', tests: testsIn(cells.at(-1) ?? ''), text: cells.at(-1) ?? '' }))
  .filter(({ text }) => !/^ *(held by|-+) *$/.test(text));

interface NamedTest {
  readonly file: string;
  readonly title: string;
}

function testsIn(cell: string): readonly NamedTest[] {
  return [...cell.matchAll(/`([^`]+\.test\.ts)`: “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }));
}

function hasTest({ file, title }: NamedTest): boolean {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return ["'", '"', '`'].some((quote) => text.includes(quote + title.replaceAll(quote, `\\${quote}`) + quote));
}

it('maps every functional requirement, in order', () => {
  const numbers = Array.from({ length: REQUIREMENTS }, (_, n) => `FR-${String(n + 1).padStart(3, '0')}`);
  expect(rows.map(({ name }) => name).filter((name) => name.startsWith('FR-'))).toEqual(numbers);
});

it('maps everything to a test', () => {
  expect(rows.filter(({ tests }) => tests.length === 0).map(({ name }) => name)).toEqual([]);
});

it('names tests that exist', () => {
  const tests = rows.flatMap((row) => row.tests);
  expect(tests.filter((test) => !hasTest(test))).toEqual([]);
});
