import type { Layout, SourceNode } from '@toolyard/core';
import type { HooksFormat } from './hooks-problem.ts';

/** A text that is edited, and how it is written. */
export interface EditedSource {
  readonly source: string;
  readonly format: HooksFormat;
  readonly layout: Layout;
  /** Whether lists of YAML are indented below their keys. */
  readonly indentSeq: boolean;
}

/** Something to put into an object or an array. */
export interface NewChild {
  /** Absent for an item of an array. */
  readonly key?: string;
  readonly value: unknown;
  /** What it goes behind; the last one where absent. */
  readonly after?: SourceNode | undefined;
  /** It goes before all others. */
  readonly isFirst?: boolean;
}

/** An object or an array that is edited, and whether it stands between brackets that are not its own. */
export interface EditedList {
  readonly node: SourceNode;
  readonly inFlow: boolean;
}
