import { createHash } from 'node:crypto';
import type { Frame } from '@toolyard/core';

/** What differs between a request and its retries. */
const CHANGING: readonly string[] = ['_meta', 'inputResponses', 'requestState'];

/** A hash of what stays the same when a client sends a request again. */
export function hashRequest(frame: Frame): string {
  const hash = createHash('sha256').update(JSON.stringify(frame.method));
  const members = [...(frame.params ?? [])].filter(({ name }) => !CHANGING.includes(name));
  for (const { name, start, end } of members.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
    hash.update(`${JSON.stringify(name)}${end - start}:`).update(frame.bytes.subarray(start, end));
  }
  return hash.digest('base64url');
}
