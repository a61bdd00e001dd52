import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { ToolyardError } from '@toolyard/core';
import { identifyThisProcess, isRunning, parseProcessIdentity, type ProcessIdentity } from './process-identity.ts';

/** How old a take-over must be to have been left behind by a process that died in it; it takes milliseconds. */
const ABANDONED_AFTER_MS = 30_000;
const MAX_LOCK_BYTES = 65_536;
const MOVING = '"isOpen":false';

/** A folder that no other process uses. */
export interface FolderLock {
  /** Tells those who wait whether the database is open; it is being opened or closed where it is not. */
  showOpen(isOpen: boolean): void;
  /** Gives it up. */
  release(): void;
}

/**
 * Takes the lock file beside `folder`; throws `database-refused` where a running process holds it, and says who.
 *
 * The embedded database itself lets two processes into one folder, and then loses what one of them wrote.
 */
export function lockFolder(folder: string): FolderLock {
  const file = `${folder}.lock`;
  const own = { ...identifyThisProcess(), folder, isOpen: false };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (createWhole(file, JSON.stringify(own))) return holdLock(file, own);
    const held = readText(file);
    if (held === undefined) continue;
    const holder = parseProcessIdentity(held);
    if (holder === undefined || isRunning(holder)) throw refuse(folder, file, holder);
    removeStale(file, held);
  }
  throw refuse(folder, file, parseProcessIdentity(readText(file) ?? ''));
}

/** Whether whoever holds the folder is opening or closing its database; one who does not say so keeps it. */
export function isMoving(folder: string): boolean {
  return readText(`${folder}.lock`)?.includes(MOVING) === true;
}

function holdLock(file: string, own: object): FolderLock {
  let text = JSON.stringify(own);
  return {
    showOpen(isOpen) {
      const shown = JSON.stringify({ ...own, isOpen });
      if (replaceOwn(file, text, shown)) text = shown;
    },
    release: () => removeOwn(file, text),
  };
}

/** Says whether it was done: those who wait then merely know less. */
function replaceOwn(file: string, text: string, next: string): boolean {
  const draft = `${file}.${process.pid}.next`;
  try {
    if (readText(file) !== text) return false;
    writeFileSync(draft, next, { mode: 0o600 });
    renameSync(draft, file);
    return true;
  } catch {
    rmSync(draft, { force: true });
    return false;
  }
}

/** Writes the file with all its text, or says that there is one: nobody ever sees half of it. */
function createWhole(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}.${process.hrtime.bigint()}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    return linkTo(draft, file) ?? createPlain(file, text);
  } finally {
    rmSync(draft, { force: true });
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
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Removes the lock of a process that is gone, unless someone else did.
 *
 * Two who found the same stale lock must not both remove one: the second would remove the first one's new lock.
 */
function removeStale(file: string, stale: string): void {
  const breaking = `${file}.breaking`;
  if (!createWhole(breaking, '')) {
    if (Date.now() - modifiedAt(breaking) > ABANDONED_AFTER_MS) rmSync(breaking, { force: true });
    return;
  }
  try {
    if (readText(file) === stale) rmSync(file, { force: true });
  } finally {
    rmSync(breaking, { force: true });
  }
}

function removeOwn(file: string, text: string): void {
  if (readText(file) === text) rmSync(file, { force: true });
}

function refuse(folder: string, file: string, holder: ProcessIdentity | undefined): ToolyardError {
  const who =
    holder === undefined
      ? 'another process'
      : `process ${holder.pid}${holder.pid === process.pid ? ' (this one)' : ''} on ${holder.host} (${holder.command})`;
  return new ToolyardError(
    'database-refused',
    `The task data in ${folder} is in use by ${who}. Stop that process, use its address instead, or keep tasks in a PostgreSQL, ` +
      `which several processes can share: "toolyard tasks serve" with DATABASE_URL. If it is gone for certain, remove ${file}.`,
  );
}

function readText(file: string): string | undefined {
  try {
    const stats = statSync(file);
    // Nobody's lock, and reading it might never end.
    if (!stats.isFile() || stats.size > MAX_LOCK_BYTES) return '';
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
