import type { SourceNode } from '../source-node.ts';
import { endOf, findComma, lineStart, startsLine, type Change, type CommentStyle } from './edited-text.ts';

/** The changes that take an entry out of an object or an array with brackets, with its comma and its line; comments around it stay. */
export function cutEntry(
  source: string,
  list: SourceNode,
  entry: SourceNode,
  comments: CommentStyle = 'slashes',
): Change[] {
  const entries = list.children ?? [];
  const index = entries.indexOf(entry);
  const inside = { start: list.offset + 1, end: endOf(list) - 1 };
  const around = source.slice(inside.start, entry.offset) + source.slice(endOf(entry), inside.end);
  if (entries.length === 1 && around.replace(',', '').trim() === '') return [{ ...inside, text: '' }];
  const previous = entries[index - 1];
  const after = findComma(source, endOf(entry), entries[index + 1]?.offset ?? inside.end, comments);
  const comma = after ?? (previous && findComma(source, endOf(previous), entry.offset, comments));
  const cut = extentOf(source, entry, { comma: after, isFirst: index === 0 });
  const isInside = comma !== undefined && comma >= cut.start && comma < cut.end;
  return comma === undefined || isInside ? [cut] : [cut, { start: comma, end: comma + 1, text: '' }];
}

function extentOf(
  source: string,
  entry: SourceNode,
  { comma, isFirst }: { readonly comma: number | undefined; readonly isFirst: boolean },
): Change {
  const isNext = comma !== undefined && source.slice(endOf(entry), comma).trim() === '';
  const end = isNext ? comma + 1 : endOf(entry);
  const rest = source.slice(end);
  if (startsLine(source, entry.offset)) {
    // A comment that follows in the line stays, and so its line does.
    const start = lineEndBefore(source, lineStart(source, entry.offset));
    const next = /^[ \t]*([\r\n}\]]|$)/.exec(rest)?.[1];
    // A bracket must not slip into a comment at the end of the line before.
    const isSwallowed = /[}\]]/.test(next ?? '') && /\/\/|#/.test(source.slice(lineStart(source, start), start));
    return { start: next === undefined || isSwallowed ? entry.offset : start, end, text: '' };
  }
  if (isFirst) return { start: entry.offset, end: end + (/^[ \t]*/.exec(rest)?.[0].length ?? 0), text: '' };
  let start = entry.offset;
  while (source[start - 1] === ' ' || source[start - 1] === '\t') start--;
  return { start, end, text: '' };
}

function lineEndBefore(source: string, start: number): number {
  return source.slice(0, start).endsWith('\r\n') ? start - 2 : start - 1;
}
