import { ToolyardError } from '@toolyard/core';
import { readLock, tryLock, type Lock } from '@toolyard/node';
import { identifyThisProcess, isRunning, parseProcessIdentity, type ProcessIdentity } from './process-identity.ts';

/** A folder that no other process uses. */
export interface FolderLock extends Pick<Lock, 'release'> {
  /** Tells those who wait whether the database stays open; otherwise it is being opened or closed, or is soon. */
  showOpen(isOpen: boolean): void;
}

const MOVING = '"isOpen":false';

/**
 * Takes the lock file beside `folder`; throws `database-refused` where a running process holds it, and says who.
 *
 * The embedded database itself lets two processes into one folder, and then loses what one of them wrote.
 */
export function lockFolder(folder: string): FolderLock {
  const file = `${folder}.lock`;
  const own = { ...identifyThisProcess(), folder };
  const lock = orNothing(() =>
    tryLock(file, {
      text: JSON.stringify({ ...own, isOpen: false }),
      // A file that does not say whose it is stays, since a person may know more.
      isAbandoned({ text }) {
        const holder = parseProcessIdentity(text);
        return holder !== undefined && !isRunning(holder);
      },
    }),
  );
  if (lock === undefined) throw refuse(folder, file, parseProcessIdentity(textOf(file)));
  return {
    release: () => lock.release(),
    showOpen: (isOpen) => lock.restate(JSON.stringify({ ...own, isOpen })),
  };
}

/** Whether whoever holds the folder is opening or closing its database, or needs it for one command; one who does not say so keeps it. */
export function isMoving(folder: string): boolean {
  return textOf(`${folder}.lock`).includes(MOVING);
}

function textOf(file: string): string {
  return orNothing(() => readLock(file))?.text ?? '';
}

/** What is no lock at all, such as a pipe in its place, is nobody's that could be named. */
function orNothing<T>(look: () => T | undefined): T | undefined {
  try {
    return look();
  } catch (error) {
    if (ToolyardError.is(error) && error.code === 'state-not-read') return undefined;
    throw error;
  }
}

function refuse(folder: string, file: string, holder: ProcessIdentity | undefined): ToolyardError {
  const who =
    holder === undefined
      ? 'another process'
      : `process ${holder.pid}${holder.pid === process.pid ? ' (this one)' : ''} on ${holder.host} (${holder.command})`;
  return new ToolyardError(
    'database-refused',
    `The task data in ${folder} is in use by ${who}. Stop that process, use its address instead, or keep tasks in a PostgreSQL, ` +
      `which several processes can share: "toolyard tasks serve" with DATABASE_URL. If you are sure that it no longer runs, delete ${file}.`,
  );
}
