import type { Folder, Folders } from './folder.ts';

/** Begins to follow each folder of the window, also those that come later, and ends that when a folder goes or the given function is called. */
export function followFolders(folders: Folders, follow: (folder: Folder) => () => void): () => void {
  const followed = new Map<Folder, () => void>();
  const update = (): void => {
    const now = new Set(folders.list());
    for (const [folder, stop] of followed) {
      if (now.has(folder)) continue;
      followed.delete(folder);
      stop();
    }
    for (const folder of now) if (!followed.has(folder)) followed.set(folder, follow(folder));
  };
  const stopListening = folders.onChange(update);
  update();
  return () => {
    stopListening();
    for (const stop of followed.values()) stop();
    followed.clear();
  };
}
