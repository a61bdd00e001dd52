import { isBlockLanguage } from '@toolyard/host';

/** What is wrong with a name, for people, and one that would be fine. */
export interface NameProblem {
  readonly reason: string;
  readonly suggestion: string;
}

const MAX_LENGTH = 64;

/** What is wrong with a name for a new server; `undefined` where nothing is. `others` are the names that are taken. */
export function checkServerName(name: string, others: readonly string[]): NameProblem | undefined {
  const reason = findReason(name, others);
  return reason === undefined ? undefined : { reason, suggestion: suggestName(name, others) };
}

function findReason(name: string, others: readonly string[]): string | undefined {
  if (name === '') return 'A server needs a name.';
  if (others.includes(name)) return `There is a server called "${name}" already.`;
  if (/\s/.test(name)) return 'A name has no spaces, since it is the language of code blocks.';
  if (name.includes(':')) return 'A name has no colon, since that stands between a server and its tool.';
  // Backticks end the line that names the language.
  if (!/^[\p{L}\p{N}._-]+$/u.test(name)) return 'A name has letters, digits, dots, dashes and underscores.';
  if (!/^[\p{L}\p{N}]/u.test(name)) return 'A name begins with a letter or a digit.';
  if (name.length > MAX_LENGTH) return `A name has at most ${MAX_LENGTH} characters.`;
  if (!isBlockLanguage(name)) return `"${name}" is the language of other code blocks.`;
  return undefined;
}

/** A name that is fine, as near to the given one as can be. */
function suggestName(name: string, others: readonly string[]): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[^\p{L}\p{N}]+|-+$/gu, '')
    .slice(0, MAX_LENGTH - '-server-99'.length);
  const base = slug === '' ? 'server' : isBlockLanguage(slug) ? slug : `${slug}-server`;
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? base : `${base}-${count}`;
    if (!others.includes(candidate)) return candidate;
  }
}
