import { toVisibleLine } from '@toolyard/core';
import type { AskedCalls } from '../ports/assistant-app.ts';

/** A note as people call it, by its path in the vault. */
export function toNoteName(path: string): string {
  return toVisibleLine(path.replace(/\.md$/, ''));
}

/** Who wants to call tools, and for what: several notes may be answered in at the same time. */
export function describeAsked({ calls, path, model }: AskedCalls): string {
  const who = toVisibleLine(model);
  const what = `for its answer in "${toNoteName(path)}".`;
  return calls.length === 1
    ? `${who} wants to call a tool ${what}`
    : `${who} wants to call these tools ${what} What is not ticked is not called.`;
}
