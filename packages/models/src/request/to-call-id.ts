import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What all providers accept. */
const MAX_LENGTH = 64;
const HASH_DIGITS = 8;

/** The id of a call as every provider takes it: ids of one are not always taken by another. What has to be changed ends with a hash, so that ids stay distinct. */
export function toCallId(id: string): string {
  const safe = id.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  if (safe === id && id.length <= MAX_LENGTH) return id;
  // As JSON, since half a character has no bytes of its own.
  const hash = bytesToHex(sha256(utf8ToBytes(JSON.stringify(id)))).slice(0, HASH_DIGITS);
  return `${safe.slice(0, MAX_LENGTH - HASH_DIGITS - 1)}_${hash}`;
}
