const SPECIAL =
  /[\\`*[\]~$|^]|<(?=[a-z/!?])|&(?=#?\w+;)|%(?=%)|=(?==)|(?<=:):|#(?=[\p{L}\p{N}_/-])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu;
const OPENING = /^(?:[-+](?=\s|$)|-(?=--)|#{1,6}(?=\s|$)|>|=|\d{1,9}(?=[.)](?:\s|$)))/;
const PLAIN = /^[\p{L}\p{N}"'(€£°–—“„«]/u;

/** One line of text as Markdown that shows these very characters. */
export function escapeMarkdown(line: string): string {
  const escaped = line.trim().replaceAll(SPECIAL, '\\$&');
  return escaped.replace(OPENING, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** Whether a text shows as it is where it stands as a paragraph of Markdown: one line without anything special. */
export function isPlainLine(text: string): boolean {
  return PLAIN.test(text) && !text.includes('\n') && text === text.trim() && escapeMarkdown(text) === text;
}

/** A text as one line of Markdown. */
export function toMarkdownLine(text: string): string {
  return escapeMarkdown(text.replaceAll(/\s+/g, ' '));
}

/** A text inside HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/\s+/g, ' ');
}
