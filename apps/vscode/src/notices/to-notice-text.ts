import { toVisible } from '@toolyard/core';
import { toEditorWords } from '../words/to-editor-words.ts';

/** The editor cuts at 1000 without saying so. */
const LIMIT = 500;

/**
 * A text for a notice, on one line: what a tool says is quoted in notices, and the editor would make a link that runs a command of
 * `[text](command:…)`. A long one is cut with a word.
 */
export function toNoticeText(message: string): string {
  const line = toVisible(toEditorWords(message).trim().replaceAll(/\s+/g, ' ')).replaceAll('](', '] (');
  return line.length <= LIMIT ? line : `${line.slice(0, LIMIT)}… (cut)`;
}
