import { cutText, dropControlCharacters, toLine } from '@toolyard/core';

const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** So much of a value is shown in a tooltip; all of it is in what "Show Run" opens. */
const BLOCK_LENGTH = 2000;

/** A text from outside as Markdown that shows these very characters on one line: no links, no pictures, no commands. */
export function toMarkdownText(text: string): string {
  // Each of them may be escaped, and some, as the colon of an address, have a meaning for some readers alone.
  return toLine(text).replaceAll(PUNCTUATION, String.raw`\$&`);
}

/** A text from outside as a block of code, cut where nobody would read on; nothing in it can end the block. */
export function toMarkdownBlock(text: string, language = ''): string {
  const shown = dropControlCharacters(cutText(text, BLOCK_LENGTH));
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** Names and texts, a line each: `**Event:** file.saved`; without those that have no text. */
export function toMarkdownFacts(facts: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(facts)
    .flatMap(([name, text]) => (text === undefined || text === '' ? [] : [`**${name}:** ${toMarkdownText(text)}`]))
    .join('  \n');
}
