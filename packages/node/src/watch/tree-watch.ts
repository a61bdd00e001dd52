import type { FileMark, SettledFile } from '@toolyard/core';
import type { StartWatch } from './create-folder-watches.ts';

/** What to watch, and whom to tell. */
export interface TreeWatchOptions {
  readonly root: string;
  /** What the files looked like when they were last told; paths are from the root, with `/`. */
  readonly known: ReadonlyMap<string, FileMark>;
  /**
   * Hears of files that differ from what is known, and once of the first look even where nothing differs. When it is done they
   * are known; `known` is what was before. Where it fails they are told again. Never called twice at the same time.
   */
  onSettled(files: readonly SettledFile[], known: ReadonlyMap<string, FileMark>): Promise<void> | void;
  /** Hears of what cannot be watched, once each, in sentences for people. */
  onWarning(message: string): void;
  /** A file with rules that the user has for all repositories; read at each look. */
  readonly globalIgnore?: string;
  /** For how long a file must look the same; 200 ms where absent. */
  readonly settleMs?: number;
  /** How often everything is looked at, whatever was noticed; 30 s where absent. */
  readonly lookMs?: number;
  /** After this time a file is told although it still changes, or git still works; 30 s where absent. */
  readonly maxUnsettledMs?: number;
  /** Whether one watch sees a whole tree; as the system is where absent. */
  readonly isRecursive?: boolean;
  readonly startWatch?: StartWatch;
}

/** A tree that is being watched. */
export interface TreeWatch {
  /** Resolves when the first look has ended, and what it found has been told. */
  readonly ready: Promise<void>;
  /** Looks at everything now; resolves when what was found and has settled has been told. */
  look(): Promise<void>;
  /** Ends it. Nothing is told any more. */
  close(): void;
}
