import { readFileSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { watchFolders } from '../watch/watch-folders.ts';
import { hashOf } from './hash-of.ts';

/** A file that is being watched. */
export interface FileWatch {
  close(): void;
}

const QUIET_MS = 100;
const LOOK_MS = 2000;

/**
 * Calls `onChange` when the file has another text than before and nothing has happened to it for 100 ms; while it is
 * missing nothing is called. Before is `knownHash`, the SHA-256 of the bytes that somebody has read, so that nothing is
 * missed between that and the watch; without it, what lies there now. Does not keep the process alive.
 *
 * Editors replace a file by another, and links point elsewhere, so folders are watched and the text decides; where a
 * system tells nothing (network drives, a folder that was replaced), a look every 2 s finds out.
 */
export function watchFile(file: string, onChange: () => void, knownHash?: string): FileWatch {
  const path = resolve(file);
  let known = knownHash ?? hashNow(path);
  let isClosed = false;
  let quiet: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    folders.arm(foldersOf(path));
    const bytes = await readFile(path).catch(() => undefined);
    const hash = bytes && hashOf(bytes);
    if (isClosed || hash === undefined || hash === known) return;
    known = hash;
    onChange();
  }

  const folders = watchFolders((name) => {
    if (name !== null && !namesOf(path).has(name)) return;
    clearTimeout(quiet);
    quiet = setTimeout(() => void look(), QUIET_MS).unref();
  });
  folders.arm(foldersOf(path));
  const steady = setInterval(() => void look(), LOOK_MS).unref();

  return {
    close() {
      isClosed = true;
      clearTimeout(quiet);
      clearInterval(steady);
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

function hashNow(file: string): string | undefined {
  try {
    return hashOf(readFileSync(file));
  } catch {
    return undefined;
  }
}
