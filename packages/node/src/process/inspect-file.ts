import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { FileKind } from './explain-start-failure.ts';

const looks = new Map<string, Promise<FileKind>>();

/**
 * What a path leads to, as far as starting it is concerned. All who ask at the same time share one look: 200 servers that
 * start together mostly have one folder, and a few programs in the same places.
 */
export function inspectFile(file: string): Promise<FileKind> {
  const known = looks.get(file);
  if (known !== undefined) return known;
  const look = lookAt(file).finally(() => looks.delete(file));
  looks.set(file, look);
  return look;
}

async function lookAt(file: string): Promise<FileKind> {
  const stats = await stat(file).catch(() => undefined);
  if (stats === undefined) return 'missing';
  if (stats.isDirectory()) return 'folder';
  return await access(file, constants.X_OK).then(
    () => 'program',
    () => 'not-executable',
  );
}
