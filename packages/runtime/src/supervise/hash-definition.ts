import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { toCanonicalJson, type ServerDefinition } from '@toolyard/core';

/** The same for the same definition, whatever the order of its members; tells nothing about the secrets in it. */
export function hashDefinition(definition: ServerDefinition): string {
  return bytesToHex(sha256(utf8ToBytes(toCanonicalJson(definition))));
}
