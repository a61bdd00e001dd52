import { cutText } from '@toolyard/core';
import { MAX_LINE } from './text-width.ts';

// Control and format characters, line separators, halves of characters, and characters without a meaning.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu;

/** The text on one line with all that a terminal would obey, or would not show, written as escapes. */
export function toVisible(text: string): string {
  return text.replaceAll(UNSEEN, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** The same, cut where nobody would read on. */
export function toVisibleLine(text: string): string {
  return toVisible(cutText(text, MAX_LINE));
}

/** A value as JSON on one line; what stands in it is told apart from what was escaped. */
export function toVisibleJson(value: unknown): string {
  return toVisible(JSON.stringify(value) ?? 'undefined');
}
