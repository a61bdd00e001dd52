import type { Hook } from '../hook/hook.ts';
import { isSameJson } from './find-next-changes.ts';
import type { HooksFormat, HooksProblem } from './hooks-problem.ts';
import { parseHooksFile } from './parse-hooks-file.ts';

/** What became of a text that was edited. */
export type SettledEdit =
  | { readonly kind: 'right' }
  /** Something is wrong that was not wrong before. */
  | { readonly kind: 'wrong'; readonly problems: readonly HooksProblem[] }
  /** It can be read and says something else than was wanted. */
  | { readonly kind: 'different' };

/** Compares a text before and after an edit: everything but what was wanted must be the same. */
export function settleEdit(
  { before, after, format }: { readonly before: string; readonly after: string; readonly format: HooksFormat },
  toWanted: (hooks: readonly Hook[]) => readonly Hook[],
): SettledEdit {
  const old = parseHooksFile(before, { format });
  const now = parseHooksFile(after, { format });
  const known = new Set(old.problems.map(({ message }) => message));
  const problems = now.problems.filter(({ message }) => !known.has(message));
  if (problems.length > 0) return { kind: 'wrong', problems };
  return isSameJson(now.hooks, toWanted(old.hooks)) ? { kind: 'right' } : { kind: 'different' };
}
