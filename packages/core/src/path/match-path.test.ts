import * as fc from 'fast-check';
import { startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { matchPath, matchText } from './match-path.ts';

describe('matchPath', () => {
  it.each([
    ['*.md', 'a.md', true],
    ['*.md', 'x/y/a.md', true],
    ['./*.md', 'a.md', true],
    ['./*.md', 'x/a.md', false],
    ['x/*.md', 'x/a.md', true],
    ['x/*.md', 'x/y/a.md', false],
    ['x/**/*.md', 'x/a.md', true],
    ['x/**/*.md', 'x/y/z/a.md', true],
    ['x/**', 'x/y/z/a.md', true],
    ['**/a.md', 'a.md', true],
    ['a?.md', 'ab.md', true],
    ['a?.md', 'a.md', false],
    ['{a,b*}.md', 'bc.md', true],
    ['{a,b}.md', 'c.md', false],
    ['a.md', 'abmd', false],
    ['a+(b)[c].md', 'a+(b)[c].md', true],
    ['a{b.md', 'a{b.md', true],
    ['𝒜*.md', '𝒜b.md', true],
  ])('%s, %s: %s', (glob, path, expected) => {
    expect(matchPath(glob, path)).toBe(expected);
  });

  it.each([
    ['***/a', 'x/y/a', true],
    ['**/**/**/a', 'a', true],
    ['x/**/y/**', 'x/y/', true],
    ['{a/b,c}/*.md', 'a/b/x.md', true],
    ['{a/b,c}/*.md', 'c/x.md', true],
    ['{a/b,c}/*.md', 'a/x.md', false],
    ['{,x}a', 'a', true],
    ['{}a', 'a', true],
    ['?', '𝒜', true],
    ['?', '\ud800', true],
    ['a\nb*', 'a\nb\n', true],
    ['', '', true],
    ['', 'a', false],
  ])('takes %j for %j: %s', (glob, path, expected) => {
    expect(matchPath(glob, path)).toBe(expected);
  });

  it('agrees with a plain reading of the glob', () => {
    const glob = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '**', '**/', '?', '{a,b}', '{*b,a/}', '.') });
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.') });
    fc.assert(
      fc.property(glob, path, (glob, path) => {
        expect(matchText(glob, path)).toBe(readPlainly(glob.replaceAll(/\*{3,}/g, '**'), path));
      }),
      { numRuns: 2000 },
    );
  });

  it('is quick with globs that were made to take long', () => {
    const path = `x/${'a'.repeat(2000)}/${'a/'.repeat(500)}b`;
    const cpuMs = startCpuClock();
    for (const part of ['*a', '**a', '**/', '**/a', '{a,aa}', '{*,**}', '{a*,*a}*', '?*']) {
      expect(matchPath(`x/${part.repeat(200)}c`, path)).toBe(false);
    }
    expect(cpuMs()).toBeLessThan(20_000);
  });
});

describe('matchText', () => {
  it.each([
    ['main', 'team/main', false],
    ['main', 'main', true],
    ['release/*', 'release/1', true],
    ['release/*', 'release/1/2', false],
    ['release/**', 'release/1/2', true],
    ['fix: *', 'fix: a bug', true],
  ])('%s, %s: %s', (glob, text, expected) => {
    expect(matchText(glob, text)).toBe(expected);
  });
});

/** Tries every way, one after the other. */
function readPlainly(glob: string, text: string): boolean {
  const [part] = /^(?:\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^])/.exec(glob) ?? [];
  if (part === undefined) return text === '';
  const rest = glob.slice(part.length);
  const tails = Array.from({ length: text.length + 1 }, (_, length) => [text.slice(0, length), text.slice(length)]);
  const takes = (accepts: (head: string) => boolean): boolean =>
    tails.some(([head = '', tail = '']) => accepts(head) && readPlainly(rest, tail));
  if (part === '**/') return takes((head) => head === '' || head.endsWith('/'));
  if (part === '**') return takes(() => true);
  if (part === '*') return takes((head) => !head.includes('/'));
  if (part === '?') return takes((head) => head.length === 1 && head !== '/');
  if (part.length > 1) {
    return part
      .slice(1, -1)
      .split(',')
      .some((choice) => readPlainly(choice + rest, text));
  }
  return text.startsWith(part) && readPlainly(rest, text.slice(1));
}
