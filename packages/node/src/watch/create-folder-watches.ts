import { watch, type FSWatcher } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { hasCode } from '../file/has-code.ts';

/** What a watch of a folder tells. */
export interface WatchListener {
  /** Something happened to this name in the folder, or to anything where the system does not say. */
  onNotice(name: string | null): void;
  onError(error: unknown): void;
}

/** Begins to watch a folder; throws where that is not possible. */
export type StartWatch = (folder: string, isRecursive: boolean, listener: WatchListener) => { close(): void };

/** Watches of the folders of a tree, by their paths in it. */
export interface FolderWatches {
  /** Watches a folder, unless this very one is watched already. */
  arm(path: string, identity: string): void;
  /** Whether what happens in a folder is noticed. */
  isArmed(path: string): boolean;
  /** Ends the watches of all folders for which this is not true. */
  keep(isKept: (path: string) => boolean): void;
}

export interface FolderWatchesOptions {
  readonly root: string;
  /** One watch of the root sees everything below. */
  readonly isRecursive: boolean;
  readonly start: StartWatch;
  onNotice(path: string | undefined): void;
  /** Watching failed for a reason that is not the folder's own. */
  onFailure(error: unknown): void;
}

/** Watches with the means of the system, and does not keep the process alive. */
export const startSystemWatch: StartWatch = (folder, isRecursive, listener) => {
  const watcher: FSWatcher = watch(folder, { persistent: false, recursive: isRecursive }, (_event, name) =>
    listener.onNotice(name),
  );
  watcher.on('error', (error) => listener.onError(error));
  return watcher;
};

// The folder is gone, or nobody may read it, which shows when it is listed.
const OWN_REASONS = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'];

/** Makes the watches of a tree. */
export function createFolderWatches(options: FolderWatchesOptions): FolderWatches {
  const watches = new Map<string, { readonly identity: string; close(): void }>();

  function drop(path: string): void {
    watches.get(path)?.close();
    watches.delete(path);
  }

  function onNotice(folder: string, name: string | null): void {
    if (name === null) return options.onNotice(undefined);
    // A folder tells its own end under its own name. Another one may have its path by now, and even its number.
    if (name === basename(join(options.root, folder))) {
      drop(folder);
      options.onNotice(folder);
    }
    const path = sep === '/' ? name : name.replaceAll(sep, '/');
    options.onNotice(folder === '' ? path : `${folder}/${path}`);
  }

  function onError(path: string, error: unknown): void {
    drop(path);
    if (!isOwnReason(error)) options.onFailure(error);
    options.onNotice(undefined);
  }

  return {
    arm(path, identity) {
      if (options.isRecursive && path !== '') return;
      if (watches.get(path)?.identity === identity) return;
      drop(path);
      try {
        const started = options.start(join(options.root, path), options.isRecursive, {
          onNotice: (name) => onNotice(path, name),
          onError: (error) => onError(path, error),
        });
        watches.set(path, { identity, close: () => started.close() });
      } catch (error) {
        if (!isOwnReason(error)) options.onFailure(error);
      }
    },
    isArmed: (path) => watches.has(options.isRecursive ? '' : path),
    keep(isKept) {
      for (const path of watches.keys()) if (!isKept(path)) drop(path);
    },
  };
}

function isOwnReason(error: unknown): boolean {
  return hasCode(error, ...OWN_REASONS);
}
