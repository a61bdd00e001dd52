import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { toRealPath } from '../state/state-folder-of.ts';

/** What the path of a socket depends on. */
export interface SocketPathOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user's number; the user's name on Windows. */
  readonly userId: number | string;
  /** For the built-in configuration, which has no file: the folder of its state. */
  readonly configFile: string;
}

/** The longest path in bytes: macOS takes 103, and 7 are for the name that a socket has while it is made. */
export const MAX_SOCKET_PATH: number = 96;

const PIPE_PREFIX = '\\\\.\\pipe\\';

/** Where the yard of a configuration, known by its real path, listens for this user; nothing is made. */
export async function socketPathOf(options: SocketPathOptions): Promise<string> {
  const { env, platform, userId, configFile } = options;
  const identity = `${userId}\n${await toRealPath(configFile)}`;
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  if (platform === 'win32') return `${PIPE_PREFIX}toolyard-${cleanName(`${userId}`)}-${hash}`;
  const usual = posix.join('/tmp', `toolyard-${userId}`, `${hash}.sock`);
  const folders = [await runtimeFolderOf(options), temporaryFolderOf(env['TMPDIR'], userId)];
  const paths = folders.flatMap((folder) => (folder === undefined ? [] : [posix.join(folder, `${hash}.sock`)]));
  return paths.find((path) => Buffer.byteLength(path) <= MAX_SOCKET_PATH) ?? usual;
}

/** Whether a path names a pipe of Windows, which has no file. */
export function isPipe(path: string): boolean {
  return path.startsWith(PIPE_PREFIX);
}

/** Under `sudo` the variable still names the folder of the other user. */
async function runtimeFolderOf({ env, userId }: SocketPathOptions): Promise<string | undefined> {
  const folder = env['XDG_RUNTIME_DIR'];
  if (folder === undefined || !posix.isAbsolute(folder)) return undefined;
  const stats = await stat(folder).catch(() => undefined);
  return stats?.isDirectory() && stats.uid === userId ? posix.join(folder, 'toolyard') : undefined;
}

function temporaryFolderOf(folder: string | undefined, userId: number | string): string | undefined {
  return folder !== undefined && posix.isAbsolute(folder) ? posix.join(folder, `toolyard-${userId}`) : undefined;
}

function cleanName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 40);
}
