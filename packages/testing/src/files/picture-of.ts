import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** All that a folder has, by path: content, mode, time and where links lead; nothing where there is none. */
export function pictureOf(folder: string): Record<string, unknown> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const file = join(folder, name);
      const stats = lstatSync(file);
      if (stats.isDirectory()) return [name, 'folder'];
      const content = stats.isSymbolicLink() ? `to ${readlinkSync(file)}` : readFileSync(file, 'latin1');
      return [name, { content, mode: stats.mode, modifiedAt: stats.mtimeMs }];
    }),
  );
}
