import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesBelow } from './files-below.ts';
import { findPatternExpectations } from './find-pattern-expectations.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOOKED_AT = ['packages', 'apps', 'test', 'tools', 'bench', 'conformance', 'examples'];
const NOT_OURS = new Set(['node_modules', 'dist']);

// `toMatchObject` takes a RegExp for an object without keys, which everything matches; the others find that no text is equal to it.
describe('expectations', () => {
  it('compare no value with a RegExp: that is what expect.stringMatching is for', () => {
    const files = LOOKED_AT.flatMap((folder) => filesBelow(join(ROOT, folder), NOT_OURS))
      .filter((path) => /\.(ts|mjs)$/.test(path))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
      .filter(({ text }) => text.includes('expect('));
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap(({ path, text }) =>
      findPatternExpectations(text).map((place) => `${relative(ROOT, path).split(sep).join('/')}:${place}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    'expect(a).toMatchObject({ b: /c/ })',
    'expect(a).toMatchObject(/c/)',
    'await expect(a()).rejects.toMatchObject({ b: [{ c: /d/u }] } as const)',
    'expect(a).not.toEqual([...[/c/]])',
    "expect(a).toStrictEqual({ b: c ? /d/ : 'd' })",
    "expect(a).toHaveProperty('b', new RegExp(c))",
    "expect(a).toEqual({ b: 'c', d: expect.objectContaining({ e: /f/ }) })",
    'expect(a).toContainEqual({ b: /c/ })',
    'expect(a).toHaveBeenCalledWith(/c/)',
    'const b = /c/; expect(a).toMatchObject({ b })',
  ])('that do are found: %s', (text) => {
    expect(findPatternExpectations(`// One.\n\n${text};\n`)).toEqual([expect.stringMatching(/^3: \w+$/)]);
  });

  it.each([
    'expect(a).toMatch(/b/)',
    'expect(() => a()).toThrow(/b/)',
    'expect(a).toMatchObject({ b: expect.stringMatching(/c/), d: e.replace(/f/, g), h: /i/.test(j), k: /l/.source })',
    'expect(a.filter((b) => /c/.test(b))).toEqual([])',
    "const b = /c/; expect(a).toEqual({ b: 'd' })",
    'it.each([[/b/]])(a, (b) => expect(c).toMatch(b))',
  ])('that do not are left alone: %s', (text) => {
    expect(findPatternExpectations(text)).toEqual([]);
  });
});
