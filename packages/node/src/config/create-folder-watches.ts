import { statSync, watch, type FSWatcher } from 'node:fs';

/** Watches on some folders, without what lies in folders below them. */
export interface FolderWatches {
  /** Watches these folders and no others; one that was replaced by another is watched anew. */
  arm(folders: ReadonlySet<string>): void;
  close(): void;
}

interface FolderWatch {
  readonly watcher: FSWatcher;
  readonly identity: string;
}

/**
 * Tells the name of whatever something happens to in the folders, `null` where the system does not say. A folder that cannot be
 * watched is left out without a word, so whoever uses this has to look now and then. Does not keep the process alive.
 */
export function createFolderWatches(onEvent: (name: string | null) => void): FolderWatches {
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
    arm(folders) {
      for (const folder of watches.keys()) if (!folders.has(folder)) drop(folder);
      for (const folder of folders) watchFolder(folder);
    },
    close() {
      for (const folder of watches.keys()) drop(folder);
    },
  };
}

function identify(folder: string): string | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
