import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from './has-code.ts';

/**
 * Makes a folder and those above it, for the user alone unless `mode` says otherwise; gives the topmost that it made.
 *
 * Not with the option `recursive`: below a folder that is there and takes none, such as `/proc/1`, Node tries for ever.
 */
export function makeFolder(folder: string, mode: number = 0o700): string | undefined {
  try {
    return make(folder, mode);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(folder) === folder) throw error;
  }
  const above = makeFolder(dirname(folder), mode);
  const made = make(folder, mode);
  return above ?? made;
}

function make(folder: string, mode: number): string | undefined {
  try {
    mkdirSync(folder, { mode });
    return folder;
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
    throw error;
  }
}
