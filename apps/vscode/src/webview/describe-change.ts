import type { FormView } from '../form/protocol.ts';
import { countProblems, listProblems } from './list-problems.ts';

/** What a screen reader says when one view takes the place of another; empty where nothing has to be said. */
export function describeChange(before: FormView | undefined, after: FormView): string {
  const said = new Set(before?.notices.map(({ message }) => message));
  const parts = after.notices.map(({ message }) => message).filter((message) => !said.has(message));
  for (const name of ['conflict', 'restored'] as const) {
    const sentence = after[name];
    if (sentence !== undefined && sentence !== before?.[name]) parts.push(sentence);
  }
  if (before === undefined) return parts.join(' ');
  if (after.isSaving && !before.isSaving) parts.push('Saving…');
  if (before.isSaving && !after.isSaving && !after.isDirty) parts.push('Saved.');
  const problems = countProblems(listProblems(after));
  if (problems !== countProblems(listProblems(before))) parts.push(problems === '' ? 'No problems.' : `${problems}.`);
  return parts.join(' ');
}
