import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { JsonObject } from '@toolyard/core';
import { toRealPath } from './state-folder-of.ts';
import { formatState, type StateForm } from './versioned-state.ts';

/**
 * An approval that is kept. Those from before versions were written say the same. One of a newer version may say something else, so it is
 * no approval at all for this one.
 */
export const APPROVAL: StateForm<JsonObject> = { version: 1, read: (fields) => fields };

/** What it means that an approval of another version is set aside. */
export const APPROVAL_LOSS = 'Approve again what it had approved.';

/**
 * A file is known by the real path of its folder. That of the file itself would be wrong where it is a link: relative paths
 * in it start at the folder of the link, so the same text can start quite different programs there.
 */
export async function toApprovedPath(file: string): Promise<string> {
  return join(findRealPath(dirname(file)) ?? (await toRealPath(dirname(file))), basename(file));
}

/** Asked before every run of a hook: another thread would take several times as long to answer. */
function findRealPath(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch {
    return undefined;
  }
}

/** Each approval has a file of its own in `folder`, named after what is approved, so that every version finds it there. */
export function placeOfApproval(folder: string, approval: object): string {
  const text = `${JSON.stringify(approval, undefined, 2)}\n`;
  return join(folder, `${createHash('sha256').update(text).digest('hex')}.json`);
}

/** What such a file says. */
export function formatApproval(approval: object): string {
  return formatState(APPROVAL, approval, 2);
}
