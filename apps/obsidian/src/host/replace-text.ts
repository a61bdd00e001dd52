import { findFrontmatter, type TextEdit } from '@toolyard/documents';
import type { Editor } from 'obsidian';
import { findDifference } from '../blocks/find-difference.ts';

/**
 * Names a change of ours in an editor: the history never joins it with what a person types right before it, and the line ranges of the frontmatter
 * are right in it already.
 */
export const OWN_CHANGE = 'toolyard';

/** Gives an editor another text in one step. Only what differs is replaced, so that the cursor, folds and marks of everything else stay. */
export function replaceText(editor: Pick<Editor, 'getValue' | 'offsetToPos' | 'transaction'>, next: string): void {
  const changes = findChanges(editor.getValue(), next).map(({ start, end, text }) => {
    return { from: editor.offsetToPos(start), to: editor.offsetToPos(end), text };
  });
  if (changes.length > 0) editor.transaction({ changes }, OWN_CHANGE);
}

/** What differs in the frontmatter, and what below it: a result that moves line ranges changes both, and nothing in between. */
function findChanges(before: string, after: string): readonly TextEdit[] {
  const [had, has] = [findFrontmatter(before), findFrontmatter(after)];
  const [from, to] = had && has ? [had.after, has.after] : [0, 0];
  const above = findDifference(before.slice(0, from), after.slice(0, to));
  const below = findDifference(before.slice(from), after.slice(to));
  return [
    ...(above ? [above] : []),
    ...(below ? [{ ...below, start: from + below.start, end: from + below.end }] : []),
  ];
}
