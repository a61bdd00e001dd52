import { createHash, randomBytes } from 'node:crypto';
import { linkSync, lstatSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { toMessage, ToolyardError } from '@toolyard/core';
import { hasCode } from '../file/has-code.ts';
import { readPlainFileSync } from '../file/read-plain-file.ts';
import { isAlive } from '../process/is-alive.ts';

/** A lock that this process holds. */
export interface Lock {
  /** False where others took it for abandoned meanwhile. */
  isHeld(): boolean;
  /** Says something else of its holder from now on; those who look know no more than before where that cannot be written. */
  restate(text: string): void;
  release(): void;
}

/** What stands in a lock file, and for how long. */
export interface LockHolder {
  readonly text: string;
  readonly ageMs: number;
}

/** Locks that are held for longer than a moment, and how to see that their holder is gone. */
export interface LongLock {
  /** What the file says of its holder; no two holders may say the same. */
  readonly text: string;
  isAbandoned(holder: LockHolder): boolean;
}

/** What is locked takes milliseconds; a living process that holds a lock for longer is another one with the same pid. */
const OLD_MS = 5000;

/**
 * Takes a lock file at once or not at all; one whose holder is gone is broken. Holders are known by their pids and hold it for
 * milliseconds, unless `long` says otherwise.
 *
 * Breaking is the delicate part: between reading a dead holder's lock and removing it, someone else may have done both
 * and taken the lock anew. So whoever breaks a lock first takes a second one, named after the dead holder, and looks
 * again. Everything is synchronous, to leave no gap inside this process.
 */
export function tryLock(file: string, long?: LongLock): Lock | undefined {
  const { text, isAbandoned } = long ?? { text: toShortText(), isAbandoned: isShortAbandoned };
  if (!create(file, text)) {
    breakAbandoned(file, isAbandoned);
    if (!create(file, text)) return undefined;
  }
  return holdLock(file, text);
}

function holdLock(file: string, made: string): Lock {
  let text = made;
  const isHeld = (): boolean => isLockOf(file, text);
  return {
    isHeld,
    restate(next) {
      if (isHeld() && replace(file, next)) text = next;
    },
    release() {
      if (isHeld()) rmSync(file, { force: true });
    },
  };
}

/** What is no lock at all took the place of one that was lost. */
function isLockOf(file: string, text: string): boolean {
  try {
    return readLock(file)?.text === text;
  } catch (error) {
    if (ToolyardError.is(error) && error.code === 'state-not-read') return false;
    throw error;
  }
}

/** Who holds a lock; `undefined` where nobody does. Throws `state-not-read` where something else lies in its place. */
export function readLock(file: string): LockHolder | undefined {
  try {
    return { text: readPlainFileSync(file).toString('utf8'), ageMs: Math.abs(Date.now() - statSync(file).mtimeMs) };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    const message = `The lock ${file} could not be read: ${toMessage(error)}. Move it away.`;
    throw new ToolyardError('state-not-read', message, { cause: error });
  }
}

function toShortText(): string {
  return `${process.pid} ${randomBytes(8).toString('hex')}`;
}

function isShortAbandoned({ text, ageMs }: LockHolder): boolean {
  if (ageMs > OLD_MS) return true;
  const pid = Number.parseInt(text, 10);
  // A holder that has just made the file may not have written its pid yet.
  return pid > 0 && !isAlive(pid);
}

/** Makes the file with all its text, or says that there is one: nobody ever sees half of it. */
function create(file: string, text: string): boolean {
  // Most who ask come too late, and many of them ask again and again.
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return false;
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    write(draft, text);
    return linkTo(draft, file) ?? createPlain(file, text);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Says whether it was done. */
function replace(file: string, text: string): boolean {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    write(draft, text);
    renameSync(draft, file);
    return true;
  } catch {
    rmSync(draft, { force: true });
    return false;
  }
}

/** Nothing on a file system without links: there the file is still made by one process only. */
function linkTo(draft: string, file: string): boolean | undefined {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    return hasCode(error, 'EEXIST') ? false : undefined;
  }
}

function createPlain(file: string, text: string): boolean {
  try {
    write(file, text);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // A full disk has room for a name and none for what is in it; nobody could tell whose lock that is.
    if (hasCode(error, 'ENOSPC', 'EDQUOT')) rmSync(file, { force: true });
    throw error;
  }
}

function breakAbandoned(file: string, isAbandoned: LongLock['isAbandoned']): void {
  const holder = readLock(file);
  if (holder === undefined || !isAbandoned(holder)) return;
  const name = createHash('sha256').update(holder.text).digest('hex').slice(0, 8);
  const claim = tryLock(`${file}.${name}`);
  if (claim === undefined) return;
  try {
    if (readLock(file)?.text === holder.text) rmSync(file, { force: true });
  } finally {
    claim.release();
  }
}
