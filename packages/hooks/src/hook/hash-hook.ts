import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { toCanonicalJson } from '@toolyard/core';
import type { Hook } from './hook.ts';

/**
 * What a person approves: everything about a hook that changes what happens and when, together with the definitions of its
 * servers as they are written, if it has any. The same for the same, whatever the order of members; tells no secret.
 */
export function hashHook(hook: Hook, ...serverDefinitions: readonly unknown[]): string {
  const effective = { ...hook, name: undefined, description: undefined, group: undefined, enabled: undefined };
  const [server, ...others] = serverDefinitions;
  const approved = toCanonicalJson({
    hook: effective,
    ...(others.length === 0 ? { server } : { servers: serverDefinitions }),
  });
  return bytesToHex(sha256(utf8ToBytes(approved)));
}
