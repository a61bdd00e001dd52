/** The text with every character that some client refuses as `_`; nothing is collapsed, so the length stays. */
export function cleanName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/gu, '_');
}

/** How the names of a server's tools begin where clients see them as `key__tool`; first a letter. */
export function toSafePrefix(key: string): string {
  const clean = cleanName(key);
  return `${/^[A-Za-z]/.test(clean) ? clean : `s${clean}`}__`;
}

/** The beginnings that make a name that server's or nobody's: those of its ids, and of all that clients may see. */
export function toKeyForms(key: string): readonly string[] {
  return [`${key}:`, `${key}.`, `${key}__`, toSafePrefix(key)];
}
