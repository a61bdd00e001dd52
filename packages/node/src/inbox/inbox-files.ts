import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { hasCode } from '../file/has-code.ts';

/** How much an inbox takes; beyond that it refuses what comes, and keeps what it has. */
export const INBOX_LIMITS: { readonly files: number; readonly bytes: number } = { files: 10_000, bytes: 1024 * 1024 };

/** What a file of an inbox contains, besides its value: which form it has. */
export const INBOX_VERSION = 1;

const NAME = /^\d{15}-\d{4}-([0-9a-f]{16})\.json$/;

/** The name of a file of an inbox: by the order of names the earliest comes first. `key` tells values apart. */
export function toInboxName(at: number, index: number, key: string): string {
  return `${String(at).padStart(15, '0')}-${String(index).padStart(4, '0')}-${toKeyHash(key)}.json`;
}

/** What the name of a value with this key ends with. */
export function toKeyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

/** Which key the value of a file has, as `toKeyHash` gives it; `undefined` for what is no file of an inbox. */
export function keyHashIn(name: string): string | undefined {
  return NAME.exec(name)?.[1];
}

/** The names of all that waits in an inbox, the earliest first; none where there is no such folder, or something else in its place. */
export async function listInbox(folder: string): Promise<readonly string[]> {
  // A link could lead to files of somebody else.
  const stats = await lstat(folder).catch(() => undefined);
  if (stats?.isDirectory() !== true) return [];
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.flatMap((entry) => (entry.isDirectory() ? [] : [entry.name]));
    return names.filter((name) => keyHashIn(name) !== undefined).toSorted();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
