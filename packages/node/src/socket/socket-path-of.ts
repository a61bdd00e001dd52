import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, posix } from 'node:path';
import { toRealPath } from '../state/state-folder-of.ts';

const STICKY = 0o1000;

const GROUP_OR_OTHERS_WRITE = 0o022;

/** What the path of a socket depends on: nothing that one client of the user has and another has not. */
export interface SocketPathOptions {
  readonly platform: NodeJS.Platform;
  /** The user's number; the user's name on Windows. */
  readonly userId: number | string;
  /** For the built-in configuration, which has no file: the folder of its data, which only one yard can have. */
  readonly configFile: string;
  /** For tests: the folders that the system has, under this one. */
  readonly root?: string;
  /** The home folder that the system knows, which `HOME` may differ from. */
  readonly homeDir?: string | undefined;
}

/** The longest path in bytes: macOS takes 103, and 7 are for the name that a socket has while it is made. */
export const MAX_SOCKET_PATH: number = 96;

const PIPE_PREFIX = '\\\\.\\pipe\\';

/**
 * Where the yard of a configuration, known by its real path, listens for this user; nothing is made.
 *
 * The environment has no say: `XDG_RUNTIME_DIR` and `TMPDIR` are set in a terminal, but many clients start their servers
 * without them, and who looks elsewhere finds no yard and starts a second one. Everybody tries the same folders in the
 * same order, and leaves out those that others have made or could replace.
 */
export async function socketPathOf(options: SocketPathOptions): Promise<string> {
  const { platform, userId, configFile } = options;
  const identity = `${userId}\n${await toRealPath(configFile)}`;
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  if (platform === 'win32') return `${PIPE_PREFIX}toolyard-${cleanName(`${userId}`)}-${hash}`;
  const folders = candidatesOf(options);
  const paths = folders.map((folder) => posix.join(folder, `${hash}.sock`));
  const usable = await filterAsync(paths, (path) => isUsable(path, Number(userId)));
  // A folder may have become usable since the yard began elsewhere.
  const [found] = await filterAsync(usable, isSocket);
  return found ?? usable[0] ?? posix.join(temporaryFolderOf(options, 'tmp'), `${hash}.sock`);
}

/** Whether a path names a pipe of Windows, which has no file. */
export function isPipe(path: string): boolean {
  return path.startsWith(PIPE_PREFIX);
}

/** The system's own folder for the user comes first, since nobody else can take its name. */
function candidatesOf(options: SocketPathOptions): readonly string[] {
  const { userId, root = '/', homeDir = findHome(Number(userId)) } = options;
  return [
    posix.join(root, 'run', 'user', `${userId}`, 'toolyard'),
    temporaryFolderOf(options, 'tmp'),
    ...(homeDir === undefined ? [] : [posix.join(homeDir, '.toolyard')]),
    temporaryFolderOf(options, 'var/tmp'),
  ];
}

function temporaryFolderOf({ userId, root = '/' }: SocketPathOptions, name: string): string {
  return posix.join(root, name, `toolyard-${userId}`);
}

/** The home folder of whoever runs this process, as the system has it; nothing for others, and for users it does not know. */
function findHome(userId: number): string | undefined {
  try {
    const { uid, homedir } = userInfo();
    return uid === userId && posix.isAbsolute(homedir) ? homedir : undefined;
  } catch {
    return undefined;
  }
}

async function isUsable(path: string, userId: number): Promise<boolean> {
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH && (await canHoldSocket(posix.dirname(path), userId));
}

async function filterAsync<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const results = await Promise.all(items.map(test));
  return items.filter((_, index) => results[index]);
}

function cleanName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 40);
}

/** Whether a folder is the user's own, or can be made, and nobody else can put another in its place. */
async function canHoldSocket(folder: string, userId: number): Promise<boolean> {
  const parent = await stat(dirname(folder)).catch(() => undefined);
  if (parent?.isDirectory() !== true || (parent.uid !== userId && parent.uid !== 0)) return false;
  if ((parent.mode & GROUP_OR_OTHERS_WRITE) !== 0 && (parent.mode & STICKY) === 0) return false;
  const stats = await lstat(folder).catch(() => undefined);
  if (stats !== undefined) return stats.isDirectory() && stats.uid === userId;
  return access(dirname(folder), constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Whether a socket lies at the path, be it in use or left behind. */
async function isSocket(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSocket() === true;
}
