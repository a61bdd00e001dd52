import type { Node } from 'jsonc-parser';
import {
  applyTextChanges,
  endOf,
  findComma,
  isBlank,
  lineStart,
  openText,
  startsLine,
  type Change,
  type TextEditResult,
} from './edited-text.ts';
import { findMember } from './find-member.ts';

/** Takes what stands at a path out of a JSON text, with its comma and its line; comments stay, and so does all the rest. */
export function removeEntry(text: string, path: readonly [string, ...string[]]): TextEditResult {
  if (isBlank(text)) return { ok: true, text };
  const opened = openText(text);
  if (!opened.ok) return opened;
  const { mark, source, root } = opened;
  const member = findMember(root, path);
  if (member?.parent === undefined) return { ok: true, text };
  const edited = mark + applyTextChanges(source, cutMember(source, member.parent, member));
  // A key may stand there twice.
  return removeEntry(edited, path);
}

function cutMember(source: string, object: Node, member: Node): Change[] {
  const members = object.children ?? [];
  const index = members.indexOf(member);
  const inside = { start: object.offset + 1, end: endOf(object) - 1 };
  const around = source.slice(inside.start, member.offset) + source.slice(endOf(member), inside.end);
  if (members.length === 1 && around.replace(',', '').trim() === '') return [{ ...inside, text: '' }];
  const previous = members[index - 1];
  const after = findComma(source, endOf(member), members[index + 1]?.offset ?? inside.end);
  const comma = after ?? (previous && findComma(source, endOf(previous), member.offset));
  const cut = extentOf(source, member, { comma: after, isFirst: index === 0 });
  const isInside = comma !== undefined && comma >= cut.start && comma < cut.end;
  return comma === undefined || isInside ? [cut] : [cut, { start: comma, end: comma + 1, text: '' }];
}

function extentOf(
  source: string,
  member: Node,
  { comma, isFirst }: { readonly comma: number | undefined; readonly isFirst: boolean },
): Change {
  const isNext = comma !== undefined && source.slice(endOf(member), comma).trim() === '';
  const end = isNext ? comma + 1 : endOf(member);
  const rest = source.slice(end);
  if (startsLine(source, member.offset)) {
    // A comment that follows in the line stays, and so its line does.
    if (!/^[ \t]*([\r\n}]|$)/.test(rest)) return { start: member.offset, end, text: '' };
    return { start: lineEndBefore(source, lineStart(source, member.offset)), end, text: '' };
  }
  if (isFirst) return { start: member.offset, end: end + (/^[ \t]*/.exec(rest)?.[0].length ?? 0), text: '' };
  let start = member.offset;
  while (source[start - 1] === ' ' || source[start - 1] === '\t') start--;
  return { start, end, text: '' };
}

function lineEndBefore(source: string, start: number): number {
  return source.slice(0, start).endsWith('\r\n') ? start - 2 : start - 1;
}
