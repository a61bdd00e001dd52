import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { toRealPath } from './state-folder-of.ts';

/** What an approval is kept as. */
export interface DescribedApproval {
  readonly place: string;
  readonly text: string;
}

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

/** Each approval has a file of its own in `folder`, named after all that it says. */
export function describeApproval(folder: string, approval: object): DescribedApproval {
  const text = `${JSON.stringify(approval, undefined, 2)}\n`;
  const name = createHash('sha256').update(text).digest('hex');
  return { place: join(folder, `${name}.json`), text };
}
