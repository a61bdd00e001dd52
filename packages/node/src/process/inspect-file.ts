import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { FileKind } from './explain-start-failure.ts';

/** What a path leads to, as far as starting it is concerned. */
export async function inspectFile(file: string): Promise<FileKind> {
  const stats = await stat(file).catch(() => undefined);
  if (stats === undefined) return 'missing';
  if (stats.isDirectory()) return 'folder';
  return await access(file, constants.X_OK).then(
    () => 'program',
    () => 'not-executable',
  );
}
