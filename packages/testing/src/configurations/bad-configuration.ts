import type { ConfigProblemCode } from '@toolyard/core';

/** A configuration that must be refused, and how. */
export interface BadConfiguration {
  readonly name: string;
  /** `undefined`: the file is not there. */
  readonly text: string | undefined;
  /** The environment it is read in. */
  readonly env?: Readonly<Record<string, string>>;
  /** The codes of its problems, each once. */
  readonly codes: readonly ConfigProblemCode[];
  /** All lines, with `FILE` for the file's path. */
  readonly messages: readonly string[];
  /** What is warned of besides, with `FILE` for the file's path; nothing where absent. */
  readonly warnings?: readonly string[];
}
