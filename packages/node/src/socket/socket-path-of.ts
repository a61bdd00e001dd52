import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { toRealPath } from '../state/state-folder-of.ts';

/** What the path of a socket depends on: nothing that one client of the user has and another has not. */
export interface SocketPathOptions {
  readonly platform: NodeJS.Platform;
  /** The user's number; the user's name on Windows. */
  readonly userId: number | string;
  /** For the built-in configuration, which has no file: the folder of its data, which only one yard can have. */
  readonly configFile: string;
  /** Where the system keeps a folder for every user; `/run/user` where absent. */
  readonly runtimeRoot?: string;
}

/** The longest path in bytes: macOS takes 103, and 7 are for the name that a socket has while it is made. */
export const MAX_SOCKET_PATH: number = 96;

const PIPE_PREFIX = '\\\\.\\pipe\\';

/**
 * Where the yard of a configuration, known by its real path, listens for this user; nothing is made.
 *
 * The environment has no say: `XDG_RUNTIME_DIR` and `TMPDIR` are set in a terminal, but many clients start their servers
 * without them, and who looks elsewhere finds no yard and starts a second one.
 */
export async function socketPathOf(options: SocketPathOptions): Promise<string> {
  const { platform, userId, configFile } = options;
  const identity = `${userId}\n${await toRealPath(configFile)}`;
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  if (platform === 'win32') return `${PIPE_PREFIX}toolyard-${cleanName(`${userId}`)}-${hash}`;
  return posix.join((await runtimeFolderOf(options)) ?? `/tmp/toolyard-${userId}`, `${hash}.sock`);
}

/** Whether a path names a pipe of Windows, which has no file. */
export function isPipe(path: string): boolean {
  return path.startsWith(PIPE_PREFIX);
}

/** The folder that the system made for the user, where it did: nobody else can take its name. */
async function runtimeFolderOf({ userId, runtimeRoot = '/run/user' }: SocketPathOptions): Promise<string | undefined> {
  const folder = posix.join(runtimeRoot, `${userId}`);
  const stats = await stat(folder).catch(() => undefined);
  if (stats?.isDirectory() !== true || stats.uid !== userId) return undefined;
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable ? posix.join(folder, 'toolyard') : undefined;
}

function cleanName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 40);
}
