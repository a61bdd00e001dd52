import { findNearest } from '@toolyard/core';
import { CONTEXT_NAMES } from './create-context.ts';
import { parseContextPath } from './parse-context-path.ts';

const KNOWN: ReadonlySet<unknown> = new Set(CONTEXT_NAMES);

/** What is wrong with the name of a context value, or with a path into one such as `result.items[0].id`. */
export function checkContextName(name: string): string | undefined {
  if (name === '') return 'A name is missing.';
  const root = parseContextPath(name)?.[0];
  if (KNOWN.has(root)) return undefined;
  const first = /^[^.[]*/.exec(name)?.[0] ?? '';
  const nearest = findNearest(first, CONTEXT_NAMES);
  if (KNOWN.has(first) || first === '') return `"${name}" is not a path; write it like "result.items[0].id".`;
  if (nearest !== undefined) return `Unknown name "${name}"; did you mean "${nearest}${name.slice(first.length)}"?`;
  const own = root === undefined ? '' : ` A value of your own is "data.${name}".`;
  return `Unknown name "${name}"; known names: ${CONTEXT_NAMES.join(', ')}.${own}`;
}
