import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { CommandContext } from '../terminal/command-context.ts';

/** What tells how this Toolyard was started, and how a client could. */
export interface ProgramPlace {
  readonly terminal: Pick<CommandContext['terminal'], 'program'>;
  readonly surroundings: Pick<CommandContext['surroundings'], 'env' | 'platform'>;
  /** The client's file is for others too, who have nothing in the folders of this user. */
  readonly isForAll?: boolean;
}

/** The words that start a program from anywhere, and the variables it needs. */
export interface OwnProgram {
  readonly words: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

/** Where a program that was started from the desktop, and not in a terminal, finds commands: it has read no profile of a shell. */
const DESKTOP_FOLDERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['/usr/local/bin', '/usr/bin', '/bin'],
  darwin: ['/usr/bin', '/bin'],
};

/** The folders that managers of Node make for one terminal, and npm for one script. */
const SHORT_LIVED = /[\\/](node_modules|fnm_multishells)([\\/]|$)/;

/**
 * How a client starts this very Toolyard: by its name where a program from the desktop finds it or all are to use the entry,
 * else by full paths. Those stay right when Node or Toolyard is updated, as far as there are such paths.
 */
export function findOwnProgram(
  { terminal: { program }, surroundings: { env, platform }, isForAll = false }: ProgramPlace,
  desktop: readonly string[] = DESKTOP_FOLDERS[platform] ?? [],
): OwnProgram {
  const { interpreter, script } = program;
  if (isForAll) return { words: /[\\/]_npx[\\/]/.test(script) ? ['npx', '-y', 'toolyard'] : ['toolyard'] };
  const folders = findLastingFolders(env);
  // A link such as /opt/homebrew/bin/node leads to the next version too.
  const node = findNames(folders, 'node').find((name) => realpathOf(name) === realpathOf(interpreter)) ?? interpreter;
  if (/[\\/]_npx[\\/]/.test(script)) return throughNpx({ node, interpreter }, folders, desktop);
  const isNamed = leadsTo(desktop, 'toolyard', script) && leadsTo(desktop, 'node', interpreter);
  return { words: isNamed ? ['toolyard'] : [node, script] };
}

/** The folders of the PATH that will still be there tomorrow. */
export function findLastingFolders(env: ProgramPlace['surroundings']['env']): readonly string[] {
  return (env['PATH'] ?? '').split(delimiter).filter((each) => isAbsolute(each) && !SHORT_LIVED.test(each));
}

/**
 * npx runs from a cache that may be gone tomorrow, so it has to be asked again; what it starts looks for Node on the PATH, and
 * for the commands of the servers, as in this terminal.
 */
function throughNpx(
  { node, interpreter }: { readonly node: string; readonly interpreter: string },
  folders: readonly string[],
  desktop: readonly string[],
): OwnProgram {
  const npx = findNames([dirname(interpreter), ...folders], 'npx')
    .map(realpathOf)
    .find((file) => file.endsWith('npx-cli.js'));
  if (npx === undefined) return { words: ['npx', '-y', 'toolyard'] };
  const path = [...new Set([dirname(node), ...folders, ...desktop])].join(delimiter);
  return { words: [node, npx, '-y', 'toolyard'], env: { PATH: path } };
}

/** Whether the first command of that name in the folders is this file. */
function leadsTo(folders: readonly string[], name: string, file: string): boolean {
  const [first] = findNames(folders, name);
  return first !== undefined && realpathOf(first) === realpathOf(file);
}

function findNames(folders: readonly string[], name: string): string[] {
  return folders.map((folder) => join(folder, name)).filter(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function realpathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
