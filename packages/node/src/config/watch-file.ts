import { readFileSync, realpathSync, statSync, watch, type FSWatcher } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { hashOf } from './hash-of.ts';

/** A file that is being watched. */
export interface FileWatch {
  close(): void;
}

interface FolderWatch {
  readonly watcher: FSWatcher;
  readonly identity: string;
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
    folders.arm(path);
    const bytes = await readFile(path).catch(() => undefined);
    const hash = bytes && hashOf(bytes);
    if (isClosed || hash === undefined || hash === known) return;
    known = hash;
    onChange();
  }

  const folders = createFolderWatches((name) => {
    if (name !== null && !namesOf(path).has(name)) return;
    clearTimeout(quiet);
    quiet = setTimeout(() => void look(), QUIET_MS).unref();
  });
  folders.arm(path);
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

/** Watches the folder of a file, and that of the file a link leads to. */
function createFolderWatches(onEvent: (name: string | null) => void): {
  arm(file: string): void;
  close(): void;
} {
  const watches = new Map<string, FolderWatch>();

  function drop(folder: string): void {
    watches.get(folder)?.watcher.close();
    watches.delete(folder);
  }

  function watchFolder(folder: string): void {
    const identity = identify(folder);
    if (identity === watches.get(folder)?.identity) return;
    drop(folder);
    if (identity === undefined) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => onEvent(name));
      watcher.on('error', () => drop(folder));
      watches.set(folder, { watcher, identity });
    } catch {
      // No room for another watch, or none on this drive: the steady look has to do.
    }
  }

  return {
    arm(file) {
      const wanted = new Set([dirname(file), dirname(realPathOf(file))]);
      for (const folder of watches.keys()) if (!wanted.has(folder)) drop(folder);
      for (const folder of wanted) watchFolder(folder);
    },
    close() {
      for (const folder of watches.keys()) drop(folder);
    },
  };
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

function identify(folder: string): string | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}

function hashNow(file: string): string | undefined {
  try {
    return hashOf(readFileSync(file));
  } catch {
    return undefined;
  }
}
