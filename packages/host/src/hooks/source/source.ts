import type { HookEngine } from '@toolyard/hooks';

/** What notices events by itself, and enters them. */
export interface Source {
  /** Resolves when everything was looked at once, or when it was closed before. */
  readonly ready: Promise<unknown>;
  /** Nothing is entered any more when this resolves. */
  close(): Promise<void>;
}

export interface SourceOptions {
  readonly workspace: string;
  readonly engine: Pick<HookEngine, 'enter' | 'mark' | 'marks'>;
  /** Hears of what cannot be watched, or could not be noted and is tried again. */
  onError(error: unknown): void;
}
