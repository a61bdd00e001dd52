import { posix, win32 } from 'node:path';

/** Where a command is looked for. */
export interface CommandPlaces {
  /** The PATH that the server will have. */
  readonly path: string;
  /** Windows only: the endings of programs, such as `.EXE;.CMD`. */
  readonly pathExt?: string;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  isExecutable(file: string): Promise<boolean>;
}

const DEFAULT_PATH_EXT = '.COM;.EXE;.BAT;.CMD';

/**
 * The full path of the program that `command` names; `undefined` where there is none. Neither empty nor relative entries of
 * PATH count, nor Windows' habit of looking into the working directory first: a program that merely lies there must not
 * take the place of the real one.
 */
export function findCommand(command: string, places: CommandPlaces): Promise<string | undefined> {
  const { path, cwd, platform } = places;
  const folders = hasFolder(command, platform) ? [cwd] : splitPath(dropRelative(path, platform), platform);
  return findIn(folders, command, places);
}

/** The full path that only an empty or relative entry of PATH leads to, for saying why it was not taken. */
export function findPassedOver(command: string, places: CommandPlaces): Promise<string | undefined> {
  const { path, platform } = places;
  return hasFolder(command, platform) ? Promise.resolve(undefined) : findIn(splitPath(path, platform), command, places);
}

/** `path` without the entries that depend on the working directory. */
export function dropRelative(path: string, platform: NodeJS.Platform): string {
  const { isAbsolute } = pathsOf(platform);
  return splitPath(path, platform)
    .filter((folder) => isAbsolute(folder))
    .join(delimiterOf(platform));
}

async function findIn(folders: readonly string[], command: string, places: CommandPlaces): Promise<string | undefined> {
  for (const folder of folders) {
    // An empty entry of PATH is the working directory, and a relative one starts there.
    const file = pathsOf(places.platform).resolve(places.cwd, folder, command);
    for (const ending of endingsOf(command, places)) {
      if (await places.isExecutable(file + ending)) return file + ending;
    }
  }
  return undefined;
}

/** Whether a command says where it is, so that PATH does not matter. */
export function hasFolder(command: string, platform: NodeJS.Platform): boolean {
  return command.includes('/') || (platform === 'win32' && command.includes('\\'));
}

/** `path` with the folders of `more` that it does not have at its end. */
export function appendPath(path: string, more: string, platform: NodeJS.Platform): string {
  const folders = splitPath(path, platform);
  const added = splitPath(more, platform).filter((folder) => folder !== '' && !folders.includes(folder));
  return [...folders, ...new Set(added)].join(delimiterOf(platform));
}

function splitPath(path: string, platform: NodeJS.Platform): string[] {
  return path === '' ? [] : path.split(delimiterOf(platform));
}

function pathsOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

function delimiterOf(platform: NodeJS.Platform): string {
  return platform === 'win32' ? ';' : ':';
}

function endingsOf(command: string, { platform, pathExt }: CommandPlaces): string[] {
  if (platform !== 'win32') return [''];
  const endings = (pathExt || DEFAULT_PATH_EXT).split(';').filter((ending) => ending !== '');
  const ownEnding = win32.extname(command).toLowerCase();
  const hasOwn = endings.some((ending) => ending.toLowerCase() === ownEnding);
  // A file without such an ending, like npm's shell script `npx` beside `npx.cmd`, cannot be started on Windows.
  return hasOwn ? ['', ...endings] : endings;
}
