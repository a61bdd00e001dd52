const MAX_SHOWN = 60;
const MAX_TEXT = 200;

/** A value as reasons show it: as JSON, cut where it is long. */
export function quoteValue(value: unknown): string {
  // Cut before and after, so that a huge text is never written out whole.
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_SHOWN + 1) : value) ?? 'nothing';
  if (text.length <= MAX_SHOWN + 2) return text;
  return typeof value === 'string' ? `${cut(text, MAX_SHOWN)}…"` : `${cut(text, MAX_SHOWN)}…`;
}

/** A text as reasons show it: as it is, cut where it is long. */
export function cutText(text: string): string {
  return text.length <= MAX_TEXT ? text : `${cut(text, MAX_TEXT)}…`;
}

function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
