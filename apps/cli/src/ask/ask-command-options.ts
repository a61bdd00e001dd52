import type { CommonOptions } from '../yard/with-yard.ts';

/** What `toolyard ask` was given. */
export interface AskCommandOptions extends CommonOptions {
  /** Empty where none was given. */
  readonly question: string;
  readonly document?: string;
  readonly line?: number;
  /** The keys of the only servers. */
  readonly server?: readonly string[];
  /** False with `--no-tools`. */
  readonly tools?: boolean;
  readonly model?: string;
  readonly continue?: boolean;
  readonly again?: boolean;
  readonly runBlocks?: boolean;
  readonly yesDestructive?: boolean;
  readonly sessionLimit?: number;
}
