import { lstatSync, statSync, type Stats } from 'node:fs';

/** Who besides its owner may write to a path that is trusted; everybody has an own group where each user has one. */
export type Writers = 'nobody' | 'own-group' | 'anybody';

const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;

/**
 * Why another user could change what a path holds, with what to do about it; `undefined` where only this user and the
 * superuser can, where nothing is there, and on Windows, which has no such modes. Asked before every run of a hook, so it
 * waits for no thread.
 */
export function explainDistrust(path: string, writers: Writers): string | undefined {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  const isForeign = ({ uid }: Stats): boolean => uid !== own && uid !== 0;
  const link = look(() => lstatSync(path));
  const stats = link?.isSymbolicLink() === true ? look(() => statSync(path)) : link;
  const foreign = [link, stats].find((each) => each !== undefined && isForeign(each));
  if (foreign !== undefined) return `${path} belongs to another user (${foreign.uid}). Make it yours to use it`;
  if (stats === undefined || !canOthersWrite(stats, writers)) return undefined;
  return `${path} can be written to by other users. Run chmod go-w '${path}' to use it`;
}

function canOthersWrite(stats: Stats, writers: Writers): boolean {
  const { mode, gid } = stats;
  // A device keeps nothing of what is written to it.
  if (writers === 'anybody' || !(stats.isFile() || stats.isDirectory())) return false;
  if ((mode & OTHERS_WRITE) !== 0) return true;
  const isOwnGroup = writers === 'own-group' && gid === process.getgid?.();
  return (mode & GROUP_WRITES) !== 0 && !isOwnGroup;
}

/** What cannot be looked at cannot be read either, and whoever tries says so. */
function look(at: () => Stats): Stats | undefined {
  try {
    return at();
  } catch {
    return undefined;
  }
}
