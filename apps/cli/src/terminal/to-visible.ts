import { cutText, toVisible } from '@toolyard/core';
import { MAX_LINE } from './text-width.ts';

/** Text from outside on one line, each character visible, cut where nobody would read on. */
export function toVisibleLine(text: string): string {
  return toVisible(cutText(text, MAX_LINE));
}
