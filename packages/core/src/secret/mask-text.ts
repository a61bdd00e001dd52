import { isSecretName, isSecretShape, mayNameSecret } from './is-secret.ts';

/** What stands in the place of a secret. */
export const MASK = '***';

/** Where a value may begin: behind `name=` or `name:`, or behind an option and a space. */
const ASSIGNMENT = /[:=]\s{0,3}|(?<=[A-Za-z0-9])[ \t]{1,3}(?=[^\s-])/g;
const OPTION = /^--?[A-Za-z]/;
const NAME_PART = /[\w.-]/;
const LONGEST_NAME = 100;
const SCHEME = /(?:bearer|basic|digest|token|apikey|negotiate)\s{1,3}/iy;
const QUOTE = /\\*["'`]/y;
const BARE = /[^\s,;&"'`\\[{][^\s,;&"'`\\]*/y;
const LINE = /[^\r\n"]+/y;
const HARMLESS = /^(?:null|true|false|undefined|none|\*\*\*|(?:bearer|basic|digest|token|apikey)\s+)?$/i;
/** A variable that is named tells no secret; one with a default may. */
const REFERENCE = /^\$(?:[A-Z_][A-Z0-9_]*|\{(?:env:|input:)?[\w.-]+\})$/;
/** Words of sentences too: `Unknown key: files` speaks of a key and holds none. */
const PLAIN_WORD = /^(?:key|pass|auth|pat)$/i;
/** What follows the name of an option in a sentence about it. */
const PROSE =
  /^(?:is|are|was|were|has|have|had|must|may|can|cannot|needs?|requires?|and|or|not|to|for|from|in|of|with|without|option|flag|argument|value|given|missing|<.*|\[.*|\(.*)[.:,]?$/i;
/** How our own messages go on behind the name of a parameter: `token: is required`. */
const COMPLAINT = /^(?:is|must|has|needs|matches|breaks)$/;
const BEARER = /\b(bearer\s{1,3})(?=\S*\d)[A-Za-z0-9._~+/=-]{6,}/gi;
const URL_PASSWORD = /(:\/\/[^\s/@:]{0,200}:)[^\s/@]{1,500}@/g;
const ISSUED_WORD = /(?<![-\w.])(?:sk|pk|rk|gh|glpat|xox|ya29|AKIA|ASIA|AIza|eyJ)[-\w.]{8,}/g;

interface Extent {
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces what follows the name of a secret, in `name=value`, `"name": "value"`, `Name: Scheme value` and `--name value`,
 * also inside quoted JSON, and passwords in URLs and keys of well-known issuers. What stands behind a value stays. Takes
 * time in proportion to the text.
 */
export function maskText(text: string): string {
  // Most texts name no secret, and to read every name in them takes longer than to write them.
  const named = mayNameSecret(text) ? maskNamed(text) : text;
  return named
    .replaceAll(BEARER, `$1${MASK}`)
    .replaceAll(URL_PASSWORD, `$1${MASK}@`)
    .replaceAll(ISSUED_WORD, (word) => (isSecretShape(word) ? MASK : word));
}

function maskNamed(text: string): string {
  let masked = '';
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ASSIGNMENT)) {
    const start = index + found.length;
    if (index < from) continue;
    const value = findSecret(text, { start: index, end: start });
    if (value === undefined || isHarmless(text.slice(value.start, value.end))) continue;
    masked += text.slice(from, value.start) + MASK;
    from = value.end;
  }
  return masked + text.slice(from);
}

/** Whether a value tells nothing: `null`, or a variable by its name alone. */
export function isHarmless(value: string): boolean {
  return HARMLESS.test(value) || REFERENCE.test(value);
}

function findSecret(text: string, between: Extent): Extent | undefined {
  const isOption = /\s/.test(text[between.start] ?? '');
  const name = readName(text, between.start, isOption);
  if (name === '' || !isSecretName(name)) return undefined;
  if (isOption && !OPTION.test(name)) return undefined;
  if (PLAIN_WORD.test(name) && text[between.start] === ':' && text.endsWith(name, between.start)) return undefined;
  const value = findValue(text, between.end, /cookies?$/i.test(name));
  if (value === undefined) return undefined;
  const word = text.slice(value.start, value.end);
  const isComplaint = COMPLAINT.test(word) && text[between.start] === ':' && text[value.end] === ' ';
  return (isOption ? PROSE.test(word) : isComplaint) ? undefined : value;
}

/** The name that ends there, perhaps in quotes: JSON inside JSON has backslashes before them. */
function readName(text: string, end: number, isOption: boolean): string {
  let last = end;
  if (!isOption) {
    for (let spaces = 0; spaces < 3 && /\s/.test(text[last - 1] ?? ''); spaces++) last--;
    if (/["']/.test(text[last - 1] ?? '')) last--;
    while (text[last - 1] === '\\') last--;
  }
  let first = last;
  while (first > 0 && last - first < LONGEST_NAME && NAME_PART.test(text[first - 1] ?? '')) first--;
  return text.slice(first, last);
}

function findValue(text: string, start: number, isWholeLine: boolean): Extent | undefined {
  const quote = matchAt(QUOTE, text, start);
  if (quote !== '') return { start: start + quote.length, end: findQuoteEnd(text, start + quote.length, quote) };
  const skipped = start + matchAt(SCHEME, text, start).length;
  const bare = matchAt(isWholeLine ? LINE : BARE, text, skipped);
  return bare === '' ? undefined : { start, end: skipped + bare.length };
}

/** A quote of JSON inside JSON has backslashes before it; one with more of them belongs to the value. */
function findQuoteEnd(text: string, start: number, quote: string): number {
  for (let at = text.indexOf(quote, start); at >= 0; at = text.indexOf(quote, at + quote.length)) {
    if (at === start || text[at - 1] !== '\\') return at;
  }
  return text.length;
}

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? '';
}
