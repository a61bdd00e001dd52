import { findTextChanges } from '@toolyard/documents';
import type { Editor } from 'obsidian';

/**
 * Names a change of ours in an editor: the history never joins it with what a person types right before it, and the line ranges of the frontmatter
 * are right in it already.
 */
export const OWN_CHANGE = 'toolyard';

/** Gives an editor another text in one step. Only what differs is replaced, so that the cursor, folds and marks of everything else stay. */
export function replaceText(editor: Pick<Editor, 'getValue' | 'offsetToPos' | 'transaction'>, next: string): void {
  const changes = findTextChanges(editor.getValue(), next).map(({ start, end, text }) => {
    return { from: editor.offsetToPos(start), to: editor.offsetToPos(end), text };
  });
  if (changes.length > 0) editor.transaction({ changes }, OWN_CHANGE);
}
