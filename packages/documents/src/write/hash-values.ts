import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { toCanonicalJson } from '@toolyard/core';

const HASH_DIGITS = 12;

/** 12 hex digits over the canonical JSON of a block's arguments: the order of keys does not matter. */
export function hashArguments(value: unknown): string {
  return hashText(toCanonicalJson(value));
}

/** 12 hex digits over an output; line ends of any kind count as LF. */
export function hashOutput(text: string): string {
  return hashText(text.replaceAll(/\r\n?/g, '\n'));
}

function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, HASH_DIGITS);
}
