import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The paths of all files in a folder and in its folders, but for folders and files with one of the names in `skipped`. */
export function filesBelow(folder: string, skipped: ReadonlySet<string>): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path, skipped) : [path];
  });
}
