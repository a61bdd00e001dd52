const MASK = '***';
const NAME =
  /(?:token|secret|passw(?:or)?d|passphrase|pwd|key|authorization|credentials?|cookie)\\*["']?\s{0,3}[:=]\s{0,3}/gi;
const SCHEME = /(?:bearer|basic|digest|token|apikey|negotiate)\s{1,3}/iy;
const QUOTE = /\\*["'`]/y;
const BARE = /[^\s,;&"'`\\[{][^\s,;&"'`\\]*/y;
const LINE = /[^\r\n"]+/y;
const HARMLESS = /^(?:null|true|false|undefined|none|\*\*\*)?$/i;
const BEARER = /\b(bearer\s{1,3})(?=\S*\d)[A-Za-z0-9._~+/=-]{6,}/gi;
const URL_PASSWORD = /(:\/\/[^\s/@:]{0,200}:)[^\s/@]{1,500}@/g;

interface Extent {
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces what follows a name like token, key, password, secret or authorization, in `name=value`, `"name": "value"`
 * and `Name: Scheme value`, also inside quoted JSON, and passwords in URLs. Takes time in proportion to the text.
 */
export function maskNamedValues(text: string): string {
  let masked = '';
  let from = 0;
  for (const match of text.matchAll(NAME)) {
    const start = match.index + match[0].length;
    if (start < from || isProse(text, match.index, match[0])) continue;
    const value = findValue(text, start, /^cookie/i.test(match[0]));
    if (value === undefined || HARMLESS.test(text.slice(value.start, value.end))) continue;
    masked += text.slice(from, value.start) + MASK;
    from = value.end;
  }
  masked += text.slice(from);
  return masked.replaceAll(BEARER, `$1${MASK}`).replaceAll(URL_PASSWORD, `$1${MASK}@`);
}

/** `Unknown key: files` speaks of a key and holds none. */
function isProse(text: string, index: number, name: string): boolean {
  return /^key:/i.test(name) && !/[\w-]/.test(text[index - 1] ?? '');
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
