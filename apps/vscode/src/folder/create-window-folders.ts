import type { Folder, Folders } from './folder.ts';

/** A folder of the window as the editor tells it. */
export interface WindowFolder {
  readonly name: string;
  readonly path: string;
  /** Everything else that a folder object depends on: another one takes its place where this text differs. */
  readonly key: string;
}

/** Opens and closes folder objects as the window changes. */
export interface WindowFolders extends Folders {
  /** The window has these folders now, in this order. */
  set(folders: readonly WindowFolder[]): void;
  /** Resolves when nothing of any is left in this process. */
  close(): Promise<void>;
}

/** A window without folders; `open` opens one, `onEnd` hears what went wrong when one was closed. */
export function createWindowFolders(
  open: (folder: WindowFolder) => Folder,
  { contains, onError }: { contains(folder: string, file: string): boolean; onError(error: unknown): void },
): WindowFolders {
  let current: readonly { readonly of: WindowFolder; readonly folder: Folder; stop(): void }[] = [];
  const listeners = new Set<() => void>();
  const closing = new Set<Promise<void>>();
  let isClosed = false;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  function end({ folder, stop }: (typeof current)[number]): void {
    stop();
    const closed = folder
      .close()
      .catch(onError)
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  return {
    list: () => current.map(({ folder }) => folder),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    of(file) {
      // Folders of a window may lie in each other; the inner one is meant.
      const holding = current.filter(({ of: { path } }) => contains(path, file));
      return holding.toSorted((one, other) => other.of.path.length - one.of.path.length)[0]?.folder;
    },
    set(folders) {
      // Settings may still change while the window is being closed.
      if (isClosed) return;
      const isSame = (one: WindowFolder, other: WindowFolder): boolean =>
        one.path === other.path && one.key === other.key;
      const before = current;
      // The former object of a folder ends first in this process: whoever opens the same workspace waits for that.
      for (const each of before) if (!folders.some((next) => isSame(next, each.of))) end(each);
      current = folders.map((next) => {
        const kept = before.find((each) => isSame(next, each.of));
        if (kept !== undefined) return kept;
        const folder = open(next);
        return { of: next, folder, stop: folder.onChange(tell) };
      });
      tell();
    },
    async close() {
      isClosed = true;
      for (const each of current) end(each);
      current = [];
      while (closing.size > 0) await Promise.all(closing);
    },
  };
}
