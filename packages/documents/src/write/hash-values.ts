import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const HASH_DIGITS = 12;

/** 12 hex digits over the canonical JSON of a block's arguments: the order of keys does not matter. */
export function hashArguments(value: unknown): string {
  return hashText(toCanonicalJson(value));
}

/** 12 hex digits over an output; line ends of any kind count as LF. */
export function hashOutput(text: string): string {
  return hashText(text.replaceAll(/\r\n?/g, '\n'));
}

/** JSON whose objects have their keys in order, without spaces. */
function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${toCanonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, HASH_DIGITS);
}
