import { getNodeValue } from 'jsonc-parser';
import type { ConfigProblem } from '../config-problem.ts';
import { isBlank, openText } from './edited-text.ts';

/** The value of a JSON text with comments, or everything that is wrong with it; a text without anything has none. */
export function readJsonText(
  text: string,
):
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] } {
  if (isBlank(text)) return { ok: true, value: undefined };
  const opened = openText(text);
  return opened.ok ? { ok: true, value: getNodeValue(opened.root) } : opened;
}
