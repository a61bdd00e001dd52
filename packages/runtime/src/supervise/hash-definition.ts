import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ServerDefinition } from '@toolyard/core';

/** The same for the same definition, whatever the order of its members; tells nothing about the secrets in it. */
export function hashDefinition(definition: ServerDefinition): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(toSorted(definition)))));
}

function toSorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, toSorted(member)]));
}
