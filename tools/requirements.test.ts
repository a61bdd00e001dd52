import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The pages, and the names that their rows have to have, in order: of functional requirements, and of acceptance scenarios. */
const PAGES = [
  { page: 'docs/obsidian-requirements.md', names: numbered('FR-', 42, 3) },
  { page: 'docs/vscode-requirements.md', names: ['1', '2', '3'].flatMap((story) => numbered(`US${story}.`, 4, 1)) },
] as const;

interface NamedTest {
  readonly file: string;
  readonly title: string;
}

function numbered(prefix: string, count: number, digits: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `${prefix}${String(n + 1).padStart(digits, '0')}`);
}

function rowsOf(page: string): readonly { readonly name: string; readonly tests: readonly NamedTest[] }[] {
  return readFileSync(join(ROOT, page), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(1, -1).split('|'))
    .map((cells) => ({ name: cells[0]?.trim() ?? '', text: cells.at(-1) ?? '' }))
    .filter(({ text }) => !/^ *(held by|-+) *$/.test(text))
    .map(({ name, text }) => ({ name, tests: testsIn(text) }));
}

function testsIn(cell: string): readonly NamedTest[] {
  return [...cell.matchAll(/`([^`]+\.ts)`: “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }));
}

function hasTest({ file, title }: NamedTest): boolean {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return ["'", '"', '`'].some((quote) => text.includes(quote + title.replaceAll(quote, `\\${quote}`) + quote));
}

describe.each(PAGES)('$page', ({ page, names }) => {
  const rows = rowsOf(page);

  it('maps every requirement that has a number, in order', () => {
    const given = new Set(names);
    expect(rows.map(({ name }) => name).filter((name) => given.has(name) || /^(FR-|US\d)/.test(name))).toEqual(names);
  });

  it('maps everything to a test', () => {
    expect(rows.filter(({ tests }) => tests.length === 0).map(({ name }) => name)).toEqual([]);
  });

  it('names tests that exist', () => {
    const tests = rows.flatMap((row) => row.tests);
    expect(tests.filter((test) => !hasTest(test))).toEqual([]);
  });
});
