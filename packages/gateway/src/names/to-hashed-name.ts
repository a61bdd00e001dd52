/** Clients put their own prefix before a name and stop at 64. */
export const MAX_LENGTH = 48;

const SHORT_HASH = 8;
/** Only where somebody made two ids with the same short hash. */
const LONG_HASH = 32;

/** How many digits of its hash a name can end in, best first. */
export const HASH_LENGTHS: readonly number[] = [SHORT_HASH, LONG_HASH];

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

/** A name that ends in digits of a hash and begins with the prefix, or with what is left of it. */
export function toHashedName(prefix: string, label: string, hash: string): string {
  const head = toCutHead(prefix, hash.length) ?? (prefix + label).slice(0, toRoom(hash.length));
  return `${head}_${hash}`;
}

/** The same with nothing behind the prefix that could be read as the end of another one: each of these ends in `__`. */
export function toCollapsedName(prefix: string, label: string, hash: string): string {
  const rest = cut(collapse(label).replace(/^_/, ''), toRoom(hash.length) - prefix.length);
  return rest === '' ? `${prefix}${hash}` : `${prefix}${rest}_${hash}`;
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
