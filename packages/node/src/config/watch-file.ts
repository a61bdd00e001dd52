import { realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { repeatEvery, systemClock } from '../clock/system-clock.ts';
import { readPlainFileSync } from '../file/read-plain-file.ts';
import { watchFolders } from '../watch/watch-folders.ts';
import { hashOf } from './hash-of.ts';
import { readTextFile } from './read-text-file.ts';

/** A file that is being watched. */
export interface FileWatch {
  close(): void;
}

const QUIET_MS = 100;
const LOOK_MS = 2000;
/** A file that is replaced is missing for a moment. */
const GONE_MS = 1000;
/** What is known of a file that is not there, in place of a hash. */
const MISSING = '';

/**
 * Calls `onChange` when the file has another text than before and nothing has happened to it for 100 ms, and when it has
 * been missing for a second. Before is `knownHash`, the SHA-256 of the bytes that somebody has read, so that nothing is
 * missed between that and the watch (empty: there was no file); without it, what lies there now. Something that cannot be read, such as a folder or a
 * pipe in its place, counts as another text. Does not keep the process alive.
 *
 * Editors replace a file by another, and links point elsewhere, so folders are watched and the text decides; where a
 * system tells nothing (network drives, a folder that was replaced), a look every 2 s finds out.
 */
export function watchFile(file: string, onChange: () => void, knownHash?: string): FileWatch {
  const path = resolve(file);
  let known = knownHash ?? hashNow(path);
  let missingSince: number | undefined;
  let isClosed = false;
  let stopWaiting = (): void => undefined;

  async function look(): Promise<void> {
    folders.arm(foldersOf(path));
    const hash = await hashLater(path);
    if (isClosed) return;
    missingSince = hash === MISSING ? (missingSince ?? systemClock.now()) : undefined;
    if (hash === known || (missingSince !== undefined && systemClock.now() - missingSince < GONE_MS)) return;
    known = hash;
    onChange();
  }

  const folders = watchFolders((name) => {
    if (name !== null && !namesOf(path).has(name)) return;
    stopWaiting();
    stopWaiting = systemClock.after(QUIET_MS, () => void look());
  });
  folders.arm(foldersOf(path));
  const stopLooking = repeatEvery(LOOK_MS, () => void look());

  return {
    close() {
      isClosed = true;
      stopWaiting();
      stopLooking();
      folders.close();
    },
  };
}

/** The folder of a file, and that of the file a link leads to. */
function foldersOf(file: string): Set<string> {
  return new Set([dirname(file), dirname(realPathOf(file))]);
}

function namesOf(file: string): Set<string> {
  return new Set([basename(file), basename(realPathOf(file))]);
}

function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Whoever can write to the folder could put a pipe there, or a device without an end. */
async function hashLater(file: string): Promise<string> {
  const read = await readTextFile(file);
  if (read.kind === 'missing') return MISSING;
  return read.kind === 'text' ? hashOf(Buffer.from(read.text)) : read.reason;
}

function hashNow(file: string): string {
  try {
    return hashOf(readPlainFileSync(file));
  } catch {
    return MISSING;
  }
}
