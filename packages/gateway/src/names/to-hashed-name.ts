/** Clients put their own prefix before a name and stop at 64. */
export const MAX_LENGTH = 48;

const SHORT_HASH = 8;
/** Only where somebody made two ids with the same short hash. */
const LONG_HASH = 32;

/** How many digits of its hash a name can end in, best first. */
export const HASH_LENGTHS: readonly number[] = [SHORT_HASH, LONG_HASH];

/** How much of a key is always kept: people and models know a server by it. */
const MIN_KEY = 8;

const SEPARATOR = '__';

const HASH = new RegExp(`_(?:[0-9a-f]{${SHORT_HASH}}|[0-9a-f]{${LONG_HASH}})$`);

/** What stands before the hash of a name that ends like a hashed one. */
export function toHeadOfHashed(name: string): string | undefined {
  const end = name.length > MAX_LENGTH ? -1 : name.search(HASH);
  return end < 0 ? undefined : name.slice(0, end);
}

/** The beginning of every name of a key whose prefix leaves no place for a tool's name; `undefined` where there is place. */
export function toCutHead(prefix: string, digits: number): string | undefined {
  return prefix.length < toRoom(digits) ? undefined : cut(collapse(prefix), toRoom(digits));
}

/** What a key can be shortened to for the sake of a tool's name, the longest first; nothing where it is short enough. */
export function toShortKeys(prefix: string): readonly string[] {
  if (prefix.length - SEPARATOR.length <= MIN_KEY) return [];
  const key = collapse(prefix.slice(0, -SEPARATOR.length));
  return Array.from({ length: Math.max(0, key.length - MIN_KEY + 1) }, (_, less) => cut(key, key.length - less));
}

/** The shortened key that a name ending in a hash begins with, if its head has one. */
export function toShortKeyOf(head: string): string | undefined {
  const end = head.indexOf(SEPARATOR);
  return end < 0 ? undefined : head.slice(0, end);
}

/**
 * The names that end in digits of a hash, best first. Where not all of it fits, ever less of the key stands before the
 * tool's name; the last names keep the key instead, and are never mistaken for those of another one.
 */
export function toHashedNames(prefix: string, label: string, hash: string): readonly string[] {
  const isWhole = prefix.length + label.length <= toRoom(hash.length);
  const shortened = isWhole ? [] : toShortenedNames(prefix, label, hash);
  const head = toCutHead(prefix, hash.length) ?? (prefix + label).slice(0, toRoom(hash.length));
  return [...shortened, `${head}_${hash}`, toCollapsedName(prefix, label, hash)];
}

function toShortenedNames(prefix: string, label: string, hash: string): readonly string[] {
  const room = toRoom(hash.length) - SEPARATOR.length;
  const rest = toRest(label);
  const longest = Math.max(MIN_KEY, room - rest.length);
  const keys = toShortKeys(prefix).filter((key) => key.length <= longest);
  return keys.map((key) => `${key}${SEPARATOR}${cut(rest, room - key.length)}_${hash}`);
}

/** With nothing behind the prefix that could be read as the end of another one: each of these ends in `__`. */
function toCollapsedName(prefix: string, label: string, hash: string): string {
  const rest = cut(toRest(label), toRoom(hash.length) - prefix.length);
  return rest === '' ? `${prefix}${hash}` : `${prefix}${rest}_${hash}`;
}

function toRest(label: string): string {
  return collapse(label).replace(/^_/, '');
}

function toRoom(digits: number): number {
  return MAX_LENGTH - 1 - digits;
}

function collapse(text: string): string {
  return text.replaceAll(/_+/g, '_');
}

/** A hash follows after `_`, and two of these would look like the end of a prefix. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/_$/, '');
}
