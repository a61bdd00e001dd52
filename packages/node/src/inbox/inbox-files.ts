import { lstat, readdir } from 'node:fs/promises';
import { hasCode } from '../file/has-code.ts';

/** How much an inbox takes; beyond that it refuses what comes, and keeps what it has. */
export const INBOX_LIMITS: { readonly files: number; readonly bytes: number } = { files: 10_000, bytes: 1024 * 1024 };

/** What a file of an inbox contains, besides its value: which form it has. */
export const INBOX_VERSION = 1;

const NAME = /^\d{15}-\d{4}-[0-9a-f]{8}\.json$/;

/** The name of a file of an inbox: by the order of names the earliest comes first. */
export function toInboxName(at: number, index: number, unique: string): string {
  return `${String(at).padStart(15, '0')}-${String(index).padStart(4, '0')}-${unique}.json`;
}

/** Tells the files of an inbox from those that are being written, or were set aside. */
export function isInboxName(name: string): boolean {
  return NAME.test(name);
}

/** The names of all that waits in an inbox, the earliest first; none where there is no such folder, or something else in its place. */
export async function listInbox(folder: string): Promise<readonly string[]> {
  // A link could lead to files of somebody else.
  const stats = await lstat(folder).catch(() => undefined);
  if (stats?.isDirectory() !== true) return [];
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.flatMap((entry) => (entry.isDirectory() ? [] : [entry.name]));
    return names.filter(isInboxName).toSorted();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
