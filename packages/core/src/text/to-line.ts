import { cutText } from './cut-text.ts';
import { dropControlCharacters, flattenText } from './drop-control-characters.ts';
import { toVisible } from './to-visible.ts';

/** Characters of one name, description or message: more than anybody reads. */
export const MAX_LINE = 2000;

/** Characters of a message of several lines. */
const MAX_TEXT = 20_000;

/** A text from outside as one line that cannot steer a terminal, cut where nobody would read on. */
export function toLine(text: string): string {
  return cutText(toWholeLine(text), MAX_LINE);
}

/** A text from outside as one line that cannot steer a terminal, however long it is: for what a person decides about. */
export function toWholeLine(text: string): string {
  return flattenText(text).trim();
}

/** Text from outside on one line, each character visible, cut where nobody would read on. */
export function toVisibleLine(text: string): string {
  return toVisible(cutText(text, MAX_LINE));
}

/** A message with its lines, that cannot steer a terminal, cut where nobody would read on. */
export function toMessageText(text: string): string {
  return cutText(dropControlCharacters(text), MAX_TEXT);
}
