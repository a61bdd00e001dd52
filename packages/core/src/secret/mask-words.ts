import { isSecretName, isSecretShape } from './is-secret.ts';
import { isHarmless, MASK, maskText } from './mask-text.ts';

const URL_SHAPE = /^[a-z][a-z0-9+.-]*:\/\//i;
/** What a shell runs next. */
const NEXT_COMMAND = /[;&|\n`]|\$\(/;

/** The words of a command line with everything that looks like a secret replaced by `***`, and nothing else. */
export function maskWords(words: readonly string[]): string[] {
  return words.map((word, index) => (isValueOf(words[index - 1], word) ? MASK : maskWord(word)));
}

/** A single word without the secrets in it; what stands behind one stays. */
export function maskWord(word: string): string {
  if (URL_SHAPE.test(word)) return maskUrl(word);
  const [, name = '', value = ''] = /^([^=\s]+)=([\s\S]*)$/.exec(word) ?? [];
  if (isWholeValue(name, value)) return `${name}=${MASK}`;
  if (URL_SHAPE.test(value) && !/\s/.test(value)) return `${name}=${maskUrl(value)}`;
  return isSecretShape(word) ? MASK : maskText(word);
}

/** `--token x`; the word after a switch that takes no value may be one of its own. */
function isValueOf(before: string | undefined, word: string): boolean {
  if (before === undefined || !before.startsWith('-') || before.includes('=') || !isSecretName(before)) return false;
  return !word.startsWith('-') && !isHarmless(word);
}

/** Where a shell reads the word, more than the value may stand behind the equals sign. */
function isWholeValue(name: string, value: string): boolean {
  if (isHarmless(value)) return false;
  if (isSecretShape(value)) return true;
  return isSecretName(name) && (name.startsWith('-') || !NEXT_COMMAND.test(value));
}

function maskUrl(url: string): string {
  return maskText(url).replaceAll(/[^/?&=#:@]+/g, (part) => (isSecretShape(part) ? MASK : part));
}
