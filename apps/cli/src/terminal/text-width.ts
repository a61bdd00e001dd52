import { stripVTControlCharacters } from 'node:util';
import { cutText } from '@toolyard/core';

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
// eslint-disable-next-line no-control-regex -- these are the characters to remove, with those that turn the direction of text
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;
// eslint-disable-next-line no-control-regex -- the same without tab and line end
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g;
/** Letters that stand alone and are one column wide. */
const PLAIN = /^[\u0020-\u007e\u00c0-\u024f]*$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How much of a text the segmenter gets at once; what it takes grows with the square of that. */
const WINDOW = 128;

/** Characters of one name, description or message: more than anybody reads. */
export const MAX_LINE = 2000;

/** Characters of a message of several lines. */
const MAX_TEXT = 20_000;

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

/** A text from outside as one line that cannot steer a terminal, cut where nobody would read on. */
export function toLine(text: string): string {
  return cutText(toWholeLine(text), MAX_LINE);
}

/** A text from outside as one line that cannot steer a terminal, however long it is: for what a person decides about. */
export function toWholeLine(text: string): string {
  return stripVTControlCharacters(text).replaceAll(CONTROL, ' ').trim();
}

/** A text from outside with its lines and tabs, and nothing else that could steer a terminal. */
export function toSafeText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(STEERING, '');
}

/** A message with its lines, that cannot steer a terminal, cut where nobody would read on. */
export function toMessageText(text: string): string {
  return cutText(toSafeText(text), MAX_TEXT);
}
