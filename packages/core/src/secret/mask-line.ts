import { maskText } from './mask-text.ts';
import { maskWords } from './mask-words.ts';

/** A command line as somebody typed it, with everything that looks like a secret replaced by `***`, and nothing else. */
export function maskLine(line: string): string {
  // Values in quotes first: cut into words they would not be recognised.
  const parts = maskText(line).split(/(\s+)/);
  const words = maskWords(parts.filter((_, index) => index % 2 === 0));
  return parts.map((part, index) => (index % 2 === 0 ? words[index / 2] : part)).join('');
}
