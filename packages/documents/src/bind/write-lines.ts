import type { LineRange } from './move-bindings.ts';

const RANGE = /[0-9]+(\s*-\s*)[0-9]+/;
/** The line that says how a text below it is written, with a comment. */
const BLOCK_HEAD = /^[|>].*/;
/** Those of a text in quotes say nothing at its end; without them all lines below would move. */
const BREAKS = /(?:\r\n?|\n)[ \t]*/g;

/** The YAML text of `lines` with another range: the two numbers alone are replaced, so that quotes and spaces stay; all of it where escapes hide them. */
export function writeLines(written: string, { start, end }: LineRange): string {
  if (written.startsWith('"') && written.includes('\\')) {
    return `"${start}-${end}${written.match(BREAKS)?.join('') ?? ''}"`;
  }
  const head = BLOCK_HEAD.exec(written)?.[0].length ?? 0;
  const numbers = written.slice(head).replace(RANGE, (_, between: string) => `${start}${between}${end}`);
  return written.slice(0, head) + numbers;
}
