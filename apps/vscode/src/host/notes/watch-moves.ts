import { Disposable, workspace } from 'vscode';

/** Files that the editor is about to rename or move. */
export interface MoveWatch extends Disposable {
  /** Resolves when none is under way: in between, a note is at neither of its two places for sure. */
  settled(): Promise<void>;
}

/** One that fails is not told, so after this time it counts as over. */
const MOST_MS = 5000;

/** Follows what the editor renames and moves. */
export function watchMoves(): MoveWatch {
  const moving = new Map<string, ReturnType<typeof setTimeout>>();
  const waiting = new Set<() => void>();
  const end = (file: string): void => {
    clearTimeout(moving.get(file));
    moving.delete(file);
    if (moving.size > 0) return;
    for (const go of waiting) go();
    waiting.clear();
  };
  const heard = Disposable.from(
    workspace.onWillRenameFiles(({ files }) => {
      for (const { oldUri } of files) {
        const file = oldUri.toString();
        moving.set(
          file,
          setTimeout(() => end(file), MOST_MS),
        );
      }
    }),
    workspace.onDidRenameFiles(({ files }) => files.forEach(({ oldUri }) => end(oldUri.toString()))),
  );
  return {
    settled: () => (moving.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve))),
    dispose() {
      heard.dispose();
      for (const file of moving.keys()) end(file);
    },
  };
}
