import { isJsonObject } from '@toolyard/core';
import type { ContextPath } from './parse-context-path.ts';

/** The value at a path; `undefined` where there is none. Only own fields count. */
export function readValue(context: unknown, path: ContextPath): unknown {
  let value = context;
  for (const step of path) value = toChild(value, step);
  return value;
}

function toChild(value: unknown, step: string | number): unknown {
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
