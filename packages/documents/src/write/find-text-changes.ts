import { findDifference } from '../parse/find-difference.ts';
import { findFrontmatter } from '../parse/find-frontmatter.ts';
import type { TextEdit } from '../parse/note.ts';

/**
 * What differs in the frontmatter, and what below it, so that an editor leaves everything in between alone: a result that moves line ranges
 * changes both.
 */
export function findTextChanges(before: string, after: string): readonly TextEdit[] {
  const [had, has] = [findFrontmatter(before), findFrontmatter(after)];
  const [from, to] = had && has ? [had.after, has.after] : [0, 0];
  const above = findDifference(before.slice(0, from), after.slice(0, to));
  const below = findDifference(before.slice(from), after.slice(to));
  return [
    ...(above ? [above] : []),
    ...(below ? [{ ...below, start: from + below.start, end: from + below.end }] : []),
  ];
}
