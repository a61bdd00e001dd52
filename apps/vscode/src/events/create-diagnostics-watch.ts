import type { Clock } from '@toolyard/core';
import type { NewEvent } from '@toolyard/hooks';
import { hashProblems, toDiagnosticsEvent, type EditorProblem } from './to-diagnostics-event.ts';

/** The problems of files, as they come and go. */
export interface DiagnosticsWatch {
  /** The editor says that the problems of these files may be others. */
  changed(files: readonly string[]): void;
  dispose(): void;
}

export interface DiagnosticsWatchOptions {
  readonly clock: Clock;
  /** What was told before, by file, from an earlier session. */
  readonly known?: Readonly<Record<string, string>>;
  /** Whether a file counts. */
  isWatched(file: string): boolean;
  /** The problems that a file has now. */
  read(file: string): readonly EditorProblem[];
  /** Hears of all files that settled together. */
  onChanged(changes: readonly { readonly file: string; readonly event: NewEvent }[]): void;
  /** Keeps what was told for the next session. */
  keep?(known: Readonly<Record<string, string>>): void;
}

/** How long the problems of a file must stay the same, in milliseconds: compilers find them one after the other. */
const QUIET_MS = 500;

/** How many files are remembered; those that changed longest ago are forgotten first, and told again. */
const MAX_KNOWN = 5000;

/**
 * Gives one event for each file whose errors or warnings are others than those that were last told, when they have stayed the same for a
 * moment. However many files change at once, there is one timer, and those that settle together are told together.
 */
export function createDiagnosticsWatch(options: DiagnosticsWatchOptions): DiagnosticsWatch {
  const { clock, isWatched, read, onChanged, keep } = options;
  const known = new Map(Object.entries(options.known ?? {}));
  /** When each file that changed is quiet, the earliest first: a file that changes again moves to the end. */
  const due = new Map<string, number>();
  let stopTimer: (() => void) | undefined;

  function plan(): void {
    const [first] = due.values();
    if (first === undefined || stopTimer !== undefined) return;
    stopTimer = clock.after(Math.max(0, first - clock.now()), () => {
      stopTimer = undefined;
      settle();
      plan();
    });
  }

  function settle(): void {
    const now = clock.now();
    const quiet = [...due].filter(([, at]) => at <= now).map(([file]) => file);
    const changes = quiet.flatMap((file) => {
      due.delete(file);
      const problems = read(file);
      return isNews(file, hashProblems(problems)) ? [{ file, event: toDiagnosticsEvent(file, problems) }] : [];
    });
    if (changes.length === 0) return;
    keep?.(Object.fromEntries(known));
    onChanged(changes);
  }

  function isNews(file: string, hash: string): boolean {
    if ((known.get(file) ?? '') === hash) return false;
    known.delete(file);
    if (hash !== '') known.set(file, hash);
    for (const [oldest] of known) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(oldest);
    }
    return true;
  }

  return {
    changed(files) {
      const at = clock.now() + QUIET_MS;
      for (const file of files) {
        if (!isWatched(file)) continue;
        due.delete(file);
        due.set(file, at);
      }
      plan();
    },
    dispose() {
      stopTimer?.();
      due.clear();
    },
  };
}
