import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of a tool id as hex; different ids never share one. */
export function hashId(id: string): string {
  return bytesToHex(sha256(utf8ToBytes(/\p{Surrogate}/u.test(id) ? escapeSurrogates(id) : id)));
}

// UTF-8 has no half characters: all of them would become the same bytes. No id begins with a colon.
function escapeSurrogates(id: string): string {
  return `:${JSON.stringify(id)}`;
}
