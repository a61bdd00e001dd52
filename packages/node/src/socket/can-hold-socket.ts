import { constants } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const STICKY = 0o1000;
const OTHERS_WRITE = 0o022;

/** Whether a folder is the user's own, or can be made, and nobody else can put another in its place. */
export async function canHoldSocket(folder: string, userId: number): Promise<boolean> {
  const parent = await stat(dirname(folder)).catch(() => undefined);
  if (parent?.isDirectory() !== true || (parent.uid !== userId && parent.uid !== 0)) return false;
  if ((parent.mode & OTHERS_WRITE) !== 0 && (parent.mode & STICKY) === 0) return false;
  const stats = await lstat(folder).catch(() => undefined);
  if (stats !== undefined) return stats.isDirectory() && stats.uid === userId;
  return access(dirname(folder), constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Whether a socket lies at the path, be it in use or left behind. */
export async function isSocket(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSocket() === true;
}
