import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { toCanonicalJson, type ServerDefinition } from '@toolyard/core';

const hashes = new WeakMap<ServerDefinition, string>();

/** The same for the same definition, whatever the order of its members; tells nothing about the secrets in it. */
export function hashDefinition(definition: ServerDefinition): string {
  // Several parts ask about each definition at a start, and none of them changes one.
  const hash = hashes.get(definition) ?? bytesToHex(sha256(utf8ToBytes(toCanonicalJson(definition))));
  hashes.set(definition, hash);
  return hash;
}
