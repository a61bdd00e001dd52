import { lstatSync, statSync, type Stats } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';

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
  const link = look(() => lstatSync(path));
  const target = link?.isSymbolicLink() === true ? look(() => statSync(path)) : link;
  return judge(path, writers, { link, target });
}

/** The same where many paths are looked at: it leaves the event loop free meanwhile. */
export async function inspectDistrust(path: string, writers: Writers): Promise<string | undefined> {
  const link = await lstat(path).catch(() => undefined);
  const target = link?.isSymbolicLink() === true ? await stat(path).catch(() => undefined) : link;
  return judge(path, writers, { link, target });
}

/** A path and what it leads to; what cannot be looked at cannot be read either, and whoever tries says so. */
interface PathStats {
  readonly link: Stats | undefined;
  readonly target: Stats | undefined;
}

function judge(path: string, writers: Writers, { link, target }: PathStats): string | undefined {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  const foreign = [link, target].find((each) => each !== undefined && each.uid !== own && each.uid !== 0);
  if (foreign !== undefined) return `${path} belongs to another user (${foreign.uid}). Make it yours to use it`;
  if (target === undefined || !canOthersWrite(target, writers)) return undefined;
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

function look(at: () => Stats): Stats | undefined {
  try {
    return at();
  } catch {
    return undefined;
  }
}
