import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, utimesSync } from 'node:fs';
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

/** The same after all files got a time long ago of a whole second, which can be restored exactly: fractions are rounded on the way. */
export function pictureOfAged(folder: string): Record<string, unknown> {
  for (const name of Object.keys(pictureOf(folder))) {
    const file = join(folder, name);
    if (lstatSync(file).isFile()) utimesSync(file, LONG_AGO, LONG_AGO);
  }
  return pictureOf(folder);
}

/** In seconds since 1970. */
const LONG_AGO = 1_600_000_000;
