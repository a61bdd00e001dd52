import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { isJsonObject } from '@toolyard/core';
import { valueOf } from './value-of.ts';

/** From where an entry was written, and where it is going to stand. */
export interface EntryPlaces {
  /** The folder in which whoever wrote it stands. */
  readonly cwd: string;
  /** The folder of the file, where relative paths of the file start. */
  readonly folder: string;
}

/** An entry as it has to stand in the file. */
export interface RecordedEntry {
  readonly entry: unknown;
  /** The folder that was put in as `cwd`; absent where none had to be. */
  readonly recorded?: string;
}

const DOTTED = /^\.\.?([\\/:]|$)/;
/** An option, a whole path, a home, a variable, a URL or a drive, none of which starts at the working directory. */
const ANCHORED = /^([-/\\~$]|[A-Za-z][\w+.-]*:)/;

/**
 * The same command for a file that lies elsewhere: where its program or one of its arguments is a relative path, the folder
 * in which it was written is put in as `cwd`. Otherwise `.` would mean Toolyard's own folder.
 */
export function recordFolder(entry: unknown, { cwd, folder }: EntryPlaces): RecordedEntry {
  if (!isJsonObject(entry) || typeof entry['command'] !== 'string' || isSame(cwd, folder)) return { entry };
  const { command } = entry;
  const given = entry['cwd'];
  // A folder that stands there already is where relative arguments start.
  if (typeof given === 'string') return recordGiven(entry, given, cwd);
  const isOwnProgram = isRelativePath(command, cwd) && /[\\/]/.test(command);
  const args: readonly unknown[] = Array.isArray(entry['args']) ? entry['args'] : [];
  if (!isOwnProgram && !args.some((word) => typeof word === 'string' && isRelativePath(valueOf(word), cwd))) {
    return { entry };
  }
  return { entry: { ...entry, ...(isOwnProgram && { command: resolve(cwd, command) }), cwd }, recorded: cwd };
}

function recordGiven(entry: object, given: string, cwd: string): RecordedEntry {
  if (ANCHORED.test(given) || isAbsolute(given)) return { entry };
  const recorded = resolve(cwd, given);
  return { entry: { ...entry, cwd: recorded }, recorded };
}

/** A bare word may be anything, so it is a path only where there is something of that name. */
function isRelativePath(word: string, cwd: string): boolean {
  if (DOTTED.test(word)) return true;
  return word !== '' && !ANCHORED.test(word) && existsSync(join(cwd, word));
}

function isSame(one: string, other: string): boolean {
  const [real, otherReal] = [one, other].map((path) => (existsSync(path) ? realpathSync(path) : path));
  return real === otherReal;
}
