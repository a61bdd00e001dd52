/** The words of a command line, or what is wrong with it. */
export type SplitCommand = { readonly words: readonly [string, ...string[]] } | { readonly problem: string };

/** A quoted part, an escaped character, white space, or anything else. */
const PART = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(["'\\ ])|(\s+)|([\s\S])/g;

/** Splits a command line as shells do, with quotes and escapes and nothing else: no program but the named one reads it. */
export function splitCommand(text: string): SplitCommand {
  const words: string[] = [];
  let word: string | undefined;
  for (const [, double, single, escaped, space, other] of text.trim().matchAll(PART)) {
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (other === '"' || other === "'") {
      return { problem: `A quote (${other}) is not closed.` };
    } else {
      word = (word ?? '') + (double?.replaceAll(/\\(["\\])/g, '$1') ?? single ?? escaped ?? other ?? '');
    }
  }
  const [first, ...rest] = word === undefined ? words : [...words, word];
  return first === undefined || first === '' ? { problem: 'Enter the command.' } : { words: [first, ...rest] };
}
