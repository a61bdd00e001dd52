import { endOf, indentAt, openText, startsLine } from './edited-text.ts';
import { findMember } from './find-member.ts';

/** The lines of the entry at a path of a JSON text, without anything else that stands on them; none where there is none. */
export function findEntryLines(text: string, path: readonly string[]): string[] {
  const opened = openText(text);
  const member = opened.ok ? findMember(opened.root, path) : undefined;
  if (!opened.ok || member === undefined) return [];
  const { source } = opened;
  const indent = startsLine(source, member.offset) ? indentAt(source, member.offset) : '';
  return (indent + source.slice(member.offset, endOf(member))).split(/\r\n|\n|\r/);
}
