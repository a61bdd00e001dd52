import { stripVTControlCharacters } from 'node:util';

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
// eslint-disable-next-line no-control-regex -- these are the characters to remove, with those that turn the direction of text
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;
// eslint-disable-next-line no-control-regex -- the same without tab and line end
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many columns a terminal gives to the text; colours count nothing. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(stripVTControlCharacters(text))) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** The longest beginning that fits, with an ellipsis where something was left out; expects no escapes. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += textWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return `${kept}…`;
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

/** A server's text as one line that cannot steer a terminal. */
export function toLine(text: string): string {
  return stripVTControlCharacters(text).replaceAll(CONTROL, ' ').trim();
}

/** A server's text with its lines and tabs, and nothing else that could steer a terminal. */
export function toSafeText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(STEERING, '');
}
