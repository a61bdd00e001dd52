import type { SourceNode } from '../config/source-node.ts';

/** A problem of a YAML text, at an offset in it. */
export interface YamlIssue {
  readonly message: string;
  readonly offset: number;
  readonly severity: 'error' | 'warning';
}

/** What a text may cost. */
export interface YamlLimits {
  /** So many lists and mappings may lie in each other. */
  readonly depth: number;
  /** How many values there may be, those of aliases counted again for each. */
  readonly values: number;
  /** How many problems are told. */
  readonly issues: number;
}

/** What a YAML text says. */
export interface YamlText {
  /** The value of its first document; absent where there is an error, and where nothing is written there. */
  readonly node?: SourceNode;
  readonly issues: readonly YamlIssue[];
  /** Where a second document begins, which is not read. */
  readonly secondAt?: number;
}
