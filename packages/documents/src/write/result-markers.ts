/** What stands on the line after a result. */
export const RESULT_END = '<!-- /toolyard:result -->';

const MARKER = /<!--(\\*)(?=\s*\/?toolyard:result)/gi;
const HIDDEN = /<!--\\(\\*)(?=\s*\/?toolyard:result)/gi;

/** Makes every marker in a text one that is not read as such, by a backslash more; taking it away gives the text back. */
export function hideMarkers(text: string): string {
  return text.replaceAll(MARKER, '<!--\\$1');
}

/** Takes back what `hideMarkers` did. */
export function showMarkers(text: string): string {
  return text.replaceAll(HIDDEN, '<!--$1');
}
