import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { toCanonicalJson } from '@toolyard/core';
import type { Hook } from './hook.ts';

/**
 * What a person approves: everything about a hook that changes what happens and when, together with the definition of its
 * server as it is written, if it has one. The same for the same, whatever the order of members; tells no secret.
 */
export function hashHook(hook: Hook, serverDefinition?: unknown): string {
  const effective = { ...hook, name: undefined, description: undefined, group: undefined, enabled: undefined };
  const approved = toCanonicalJson({ hook: effective, server: serverDefinition });
  return bytesToHex(sha256(utf8ToBytes(approved)));
}
