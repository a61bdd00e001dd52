/** Code inside of a line. */
const SPAN = /(?<![`\\])(`+)(?!`)[^`]*(?<!`)\1(?!`)/g;
const AUTOLINK = /<(?:https?:\/\/|mailto:)[^\s<>]*>/gi;
const SPAN_OR_AUTOLINK = new RegExp(`${SPAN.source}|${AUTOLINK.source}`, 'gi');
/** Also where the scheme is written with entities, which a reader takes for letters. */
const SCRIPT_LINK = /\]\s{0,9}[(:]\s{0,99}<?\s{0,9}(?:(?:javascript|vbscript|data):|[a-z]{0,12}&(?!lt;)[#a-z])/i;
/** The line below the head of a table, and others of the same characters. */
const TABLE_RULE = /^[\s>|:-]+$/;
/** Languages whose blocks other programs run where they are shown. */
const LIVE_LANGUAGE = /^(?:dataview|dataviewjs|query|tasks|button|templater|js-engine|meta-bind\S*)$/i;
/** What can name a picture or a style sheet in a diagram: shapes, settings, styles, and HTML that is no line break. */
const DIAGRAM_SOURCE = /@\{|%%\{|^[ \t>]*---|\burl\b|image|\\[0-9a-f]|<(?!br\s?\/?>)[a-z]/im;

/** Whether a block of this language is run by other programs where it is shown. */
export function isLiveLanguage(language: string): boolean {
  return LIVE_LANGUAGE.test(language);
}

/** Whether a block is a diagram that may load something where it is shown. */
export function isLoadingDiagram(language: string, text: string): boolean {
  return language.toLowerCase() === 'mermaid' && DIAGRAM_SOURCE.test(text);
}

/** Whether a text has a link that runs something. */
export function hasScriptLink(text: string): boolean {
  return SCRIPT_LINK.test(text);
}

/** Whether all code inside of lines ends on its line, and in the cell of a table in which it begins. */
export function hasWholeSpans(lines: readonly string[]): boolean {
  const isTable = lines.some((line) => TABLE_RULE.test(line) && line.includes('-'));
  return lines.every((line) => {
    const spans = line.match(SPAN) ?? [];
    return !line.replaceAll(SPAN, '').includes('`') && !(isTable && spans.some((span) => span.includes('|')));
  });
}

/** A line with `change` made to all of it but links and, where `keepsSpans`, code. */
export function changeOutsideCode(line: string, keepsSpans: boolean, change: (text: string) => string): string {
  let result = '';
  let from = 0;
  for (const match of line.matchAll(keepsSpans ? SPAN_OR_AUTOLINK : AUTOLINK)) {
    result += change(line.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return result + change(line.slice(from));
}
