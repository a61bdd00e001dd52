import { expect, it } from 'vitest';

// The scripts of this folder have no types.
const script = './render-terminal.mjs';
const { renderTerminal }: { renderTerminal(screen: { title: string; lines: readonly string[] }): string } =
  await import(script);

/** The lines of a picture, without their colours. */
function linesOf(line: string): string[] {
  const picture = renderTerminal({ title: 'a test', lines: [line] });
  return [...picture.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, text = '']) => text.replaceAll(/<[^>]*>/g, ''));
}

it('breaks a line that is too long at a space', () => {
  expect(linesOf(`${'a'.repeat(100)} ${'b'.repeat(20)}`)).toEqual(['a'.repeat(100), 'b'.repeat(20)]);
});

it('breaks a word that is longer than a line', () => {
  expect(linesOf('a'.repeat(250))).toEqual(['a'.repeat(116), 'a'.repeat(116), 'a'.repeat(18)]);
});

it('counts no columns for colours', () => {
  const coloured = `\u001b[32m${'a'.repeat(100)}\u001b[39m ${'b'.repeat(15)}`;
  expect(linesOf(`${coloured} c`)).toEqual([`${'a'.repeat(100)} ${'b'.repeat(15)}`, 'c']);
});
