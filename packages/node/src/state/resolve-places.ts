import { posix, win32, type PlatformPath } from 'node:path';
import { ToolyardError } from '@toolyard/core';

/** What the places depend on. */
export interface PlacesOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly platform: NodeJS.Platform;
}

/** Where Toolyard keeps things for one user. */
export interface Places {
  /** The user's configuration lies in `toolyard/toolyard.json` below it. */
  readonly userConfigDir: string;
  /** What Toolyard remembers: switches, failures, approvals. */
  readonly stateDir: string;
  /** What people entrust to it: tasks. */
  readonly dataDir: string;
}

/**
 * Tells the places by the platform's rules; `XDG_*` is honoured everywhere, and only where it is absolute. Throws
 * `state-refused` where a variable of Toolyard's own is relative: a place that moves with the working directory would let
 * whoever filled that folder approve in the user's place.
 */
export function resolvePlaces({ env, homeDir, platform }: PlacesOptions): Places {
  const path = platform === 'win32' ? win32 : posix;
  const read = (name: string): string | undefined => readFolder(env[name], path);
  const own = (name: string): string | undefined => readOwnFolder(name, env[name], path);
  const usual = usualPlaces({ env, homeDir, platform });
  const xdgState = read('XDG_STATE_HOME');
  const xdgData = read('XDG_DATA_HOME');
  return {
    userConfigDir: read('XDG_CONFIG_HOME') ?? usual.userConfigDir,
    stateDir: own('TOOLYARD_STATE_DIR') ?? (xdgState && path.join(xdgState, 'toolyard')) ?? usual.stateDir,
    dataDir: own('TOOLYARD_DATA_DIR') ?? (xdgData && path.join(xdgData, 'toolyard')) ?? usual.dataDir,
  };
}

function usualPlaces({ env, homeDir, platform }: PlacesOptions): Places {
  if (platform === 'win32') return windowsPlaces(env, homeDir);
  if (platform === 'darwin') {
    const support = posix.join(homeDir, 'Library', 'Application Support');
    const own = posix.join(support, 'toolyard');
    return { userConfigDir: support, stateDir: posix.join(own, 'state'), dataDir: posix.join(own, 'data') };
  }
  return {
    userConfigDir: posix.join(homeDir, '.config'),
    stateDir: posix.join(homeDir, '.local', 'state', 'toolyard'),
    dataDir: posix.join(homeDir, '.local', 'share', 'toolyard'),
  };
}

function windowsPlaces(env: PlacesOptions['env'], homeDir: string): Places {
  const local = readFolder(env['LOCALAPPDATA'], win32) ?? win32.join(homeDir, 'AppData', 'Local');
  return {
    userConfigDir: readFolder(env['APPDATA'], win32) ?? win32.join(homeDir, 'AppData', 'Roaming'),
    stateDir: win32.join(local, 'toolyard', 'state'),
    dataDir: win32.join(local, 'toolyard', 'data'),
  };
}

function readOwnFolder(name: string, value: string | undefined, path: PlatformPath): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (path.isAbsolute(value)) return path.resolve(value);
  throw new ToolyardError(
    'state-refused',
    `${name} is "${value}", which is not an absolute path. Set it to one, or unset it.`,
  );
}

/** A folder that a variable names; one that is relative does not count, since anybody may have filled the working directory. */
export function readFolder(value: string | undefined, path: PlatformPath = posix): string | undefined {
  return value !== undefined && path.isAbsolute(value) ? value : undefined;
}
