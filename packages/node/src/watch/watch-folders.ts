import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { createFolderWatches, startSystemWatch } from './create-folder-watches.ts';

/** Watches on some folders, without what lies in folders below them. */
export interface WatchedFolders {
  /** Watches these folders and no others; one that was replaced by another is watched anew. */
  arm(folders: ReadonlySet<string>): void;
  close(): void;
}

/**
 * Tells the name of whatever something happens to in the folders, `null` where the system does not say. A folder that cannot be
 * watched is left out without a word, so whoever uses this has to look now and then. Does not keep the process alive.
 */
export function watchFolders(onEvent: (name: string | null) => void): WatchedFolders {
  const watches = createFolderWatches({
    root: '',
    isRecursive: false,
    start: startSystemWatch,
    onNotice: (path) => onEvent(path === undefined ? null : basename(path)),
    onFailure: () => undefined,
  });
  return {
    arm(folders) {
      watches.keep((folder) => folders.has(folder));
      for (const folder of folders) {
        const identity = identify(folder);
        if (identity !== undefined) watches.arm(folder, identity);
      }
    },
    close: () => watches.keep(() => false),
  };
}

function identify(folder: string): string | undefined {
  try {
    const { dev, ino } = statSync(folder);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
