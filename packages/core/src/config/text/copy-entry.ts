import { applyTextChanges, endOf, openText, type TextEditResult } from './edited-text.ts';
import { findMember } from './find-member.ts';

/**
 * Gives what stands at a path of a JSON text the value that another text has there, as it is written: with its comments
 * and its lines. Where one of them has none, the text stays as it is.
 */
export function copyEntry(text: string, path: readonly [string, ...string[]], from: string): TextEditResult {
  const opened = openText(text);
  const other = openText(from);
  if (!opened.ok) return opened;
  if (!other.ok) return other;
  const place = findMember(opened.root, path)?.children?.[1];
  const value = findMember(other.root, path)?.children?.[1];
  if (place === undefined || value === undefined) return { ok: true, text };
  const written = other.source.slice(value.offset, endOf(value));
  const change = { start: place.offset, end: endOf(place), text: written };
  return { ok: true, text: opened.mark + applyTextChanges(opened.source, [change]) };
}
