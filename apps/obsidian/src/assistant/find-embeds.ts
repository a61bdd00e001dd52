/** A part of another note that a text shows: `![[path#section]]`, `![[path#^block]]`, `![[#section]]`. */
export interface Embed {
  /** As it is written. */
  readonly markdown: string;
  /** Empty where it is the note itself. */
  readonly path: string;
  /** What stands behind the first `#`, such as `Section`, `Section#Below` or `^block`; empty for the whole note. */
  readonly part: string;
}

const EMBED = /!\[\[([^[\]|#\n]*)(?:#([^[\]|\n]+))?(?:\|[^[\]\n]*)?\]\]/g;

/** All of them, each once, in the order of the text. */
export function findEmbeds(text: string): readonly Embed[] {
  const found = new Map<string, Embed>();
  for (const [markdown, path = '', part = ''] of text.matchAll(EMBED)) {
    if (path.trim() !== '' || part !== '') found.set(markdown, { markdown, path: path.trim(), part: part.trim() });
  }
  return [...found.values()];
}
