import { toVisibleLine, type ConfigProblemCode } from '@toolyard/core';
import type { HookPlace } from '@toolyard/hooks';

/** One thing that is wrong with hooks, or (as a warning) that is probably not meant so; the shape of `hooks check --json`. */
export interface HooksFinding extends HookPlace {
  readonly file: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** What is wrong with the file, for programs; absent where the file is right and what it means is not. */
  readonly code?: ConfigProblemCode;
  /** The id of the hook, where it belongs to one that can be read. */
  readonly hook?: string;
}

/** One line for people and editors: `FILE:LINE:COLUMN: $.path: message`; `paint` colours the word that marks a warning. */
export function formatFinding(finding: HooksFinding, paint = (word: string): string => word): string {
  const { file, line, column, path, message, severity } = finding;
  const mark = severity === 'error' ? '' : `${paint('warning')}: `;
  return `${toVisibleLine(file)}:${line}:${column}: ${mark}${toVisibleLine(path)}: ${toVisibleLine(message)}`;
}

/** Whether it is about the file as a whole, so that it cannot be read as hooks. */
export function isOfWholeFile({ path, severity }: HooksFinding): boolean {
  return severity === 'error' && !path.startsWith('$.hooks[');
}
