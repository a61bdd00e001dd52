/** What stands on the line after a result. */
export const RESULT_END = '<!-- /toolyard:result -->';

const MARKER = /<!--(\\*)(?=\s*\/?\s*toolyard:result)/gi;
const HIDDEN_MARKER = /<!--\\(\\*)(?=\s*\/?\s*toolyard:result)/gi;

/** Makes every marker in a text one that is not read as such, by a backslash. */
export function hideMarkers(text: string): string {
  return text.replaceAll(MARKER, '<!--\\$1');
}

/** The text as it was before `hideMarkers`. */
export function showMarkers(text: string): string {
  return text.replaceAll(HIDDEN_MARKER, '<!--$1');
}
