import { stripVTControlCharacters } from 'node:util';

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
/** Letters that stand alone and are one column wide. */
const PLAIN = /^[\u0020-\u007e\u00c0-\u024f]*$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How much of a text the segmenter gets at once; what it takes grows with the square of that. */
const WINDOW = 128;

/** How many columns a terminal gives to the text; colours count nothing. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const grapheme of splitGraphemes(stripVTControlCharacters(text))) width += widthOf(grapheme);
  return width;
}

function widthOf(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : 1;
}

/** The characters of a text as people count them. */
function* splitGraphemes(text: string): Generator<string> {
  let size = WINDOW;
  for (let start = 0; start < text.length;) {
    const isLast = start + size >= text.length;
    const found = Array.from(graphemes.segment(text.slice(start, start + size)), ({ segment }) => segment);
    // The last one may go on behind the window; one that fills the window surely does, so that it needs a larger one.
    const whole = isLast ? found : found.slice(0, -1);
    size = whole.length === 0 ? size * 2 : WINDOW;
    for (const grapheme of whole) {
      start += grapheme.length;
      yield grapheme;
    }
  }
}

/** The longest beginning that fits, with an ellipsis where something was left out; expects no escapes. */
export function fitText(text: string, width: number): string {
  let used = 0;
  let length = 0;
  let kept = 0;
  for (const grapheme of splitGraphemes(text)) {
    used += widthOf(grapheme);
    if (used > width) return `${text.slice(0, kept)}…`;
    length += grapheme.length;
    if (used < width) kept = length;
  }
  return text;
}

/** The text in lines of at most `width` columns where its words allow, all but the first indented; one line without it. */
export function wrapText(text: string, width: number | undefined, indent: number): string[] {
  if (width === undefined) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line.trim() === '' || textWidth(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = ' '.repeat(indent) + word;
    }
  }
  return [...lines, line];
}
