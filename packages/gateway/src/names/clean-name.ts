/** The text with every character that some client refuses as `_`; nothing is collapsed, so the length stays. */
export function cleanName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/gu, '_');
}
