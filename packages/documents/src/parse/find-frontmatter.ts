const OPENING = /^---[ \t]*(?:\r\n?|\n)/;
const CLOSING = /(?:\r\n?|\n)---[ \t]*(?=\r|\n|$)/g;

/** Where the frontmatter of a text begins and ends; `after` is behind the closing line's marks. */
export interface FrontmatterPlace {
  readonly start: number;
  readonly end: number;
  readonly after: number;
}

/** The frontmatter at the very start of a text, after a byte order mark at most; `undefined` where it is not closed. */
export function findFrontmatter(text: string): FrontmatterPlace | undefined {
  const first = text.startsWith('\uFEFF') ? 1 : 0;
  const opening = OPENING.exec(text.slice(first, first + MAX_OPENING));
  if (opening === null) return undefined;
  const start = first + opening[0].length;
  // The line break before the closing line belongs to the frontmatter's last line, which may be the opening one.
  CLOSING.lastIndex = start - 1;
  const closing = CLOSING.exec(text);
  if (closing === null) return undefined;
  return { start, end: Math.max(start, closing.index), after: closing.index + closing[0].length };
}

/** Whether a text starts as one with frontmatter does, closed or not. */
export function startsFrontmatter(text: string): boolean {
  return OPENING.test(text.slice(0, MAX_OPENING).replace('\uFEFF', ''));
}

const MAX_OPENING = 256;
