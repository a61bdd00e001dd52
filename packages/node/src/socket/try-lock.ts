import { createHash, randomBytes } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { toMessage, ToolyardError } from '@toolyard/core';
import { readPlainFileSync } from '../file/read-plain-file.ts';
import { hasCode } from '../file/has-code.ts';

/** A lock that this process holds. */
export interface Lock {
  /** False where others took it for abandoned meanwhile. */
  isHeld(): boolean;
  release(): void;
}

interface Holder {
  readonly id: string;
  readonly ageMs: number;
}

/** What is locked takes milliseconds; a living process that holds a lock for longer is another one with the same pid. */
const OLD_MS = 5000;

/**
 * Takes a lock file at once or not at all; one whose holder is dead is broken.
 *
 * Breaking is the delicate part: between reading a dead holder's lock and removing it, someone else may have done both
 * and taken the lock anew. So whoever breaks a lock first takes a second one, named after the dead holder, and looks
 * again. Everything is synchronous, to leave no gap inside this process.
 */
export function tryLock(file: string): Lock | undefined {
  const id = `${process.pid} ${randomBytes(8).toString('hex')}`;
  if (!create(file, id)) {
    breakAbandoned(file);
    if (!create(file, id)) return undefined;
  }
  return {
    isHeld: () => look(file)?.id === id,
    release() {
      if (look(file)?.id === id) rmSync(file, { force: true });
    },
  };
}

function create(file: string, id: string): boolean {
  try {
    writeFileSync(file, id, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    // A full disk has room for a name and none for what is in it; nobody could tell whose lock that is.
    if (hasCode(error, 'ENOSPC', 'EDQUOT')) rmSync(file, { force: true });
    throw error;
  }
}

function breakAbandoned(file: string): void {
  const holder = look(file);
  if (holder === undefined || !isAbandoned(holder)) return;
  const name = createHash('sha256').update(holder.id).digest('hex').slice(0, 8);
  const claim = tryLock(`${file}.${name}`);
  if (claim === undefined) return;
  try {
    if (look(file)?.id === holder.id) rmSync(file, { force: true });
  } finally {
    claim.release();
  }
}

function look(file: string): Holder | undefined {
  try {
    return { id: readPlainFileSync(file).toString('utf8'), ageMs: Math.abs(Date.now() - statSync(file).mtimeMs) };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    const message = `The lock ${file} could not be read: ${toMessage(error)}. Move it away.`;
    throw new ToolyardError('state-not-read', message, { cause: error });
  }
}

function isAbandoned({ id, ageMs }: Holder): boolean {
  if (ageMs > OLD_MS) return true;
  const pid = Number.parseInt(id, 10);
  // A holder that has just made the file may not have written its pid yet.
  return pid > 0 && !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}
