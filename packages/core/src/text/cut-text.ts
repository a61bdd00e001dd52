/** The text as people get it: its first `length` characters and an ellipsis where it is longer, never half a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const beginning = text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  // A copy: engines keep the whole text alive for the sake of a slice of it.
  return `${JSON.parse(JSON.stringify(beginning))}…`;
}
