import type { Hook, KnownHook } from '../hook/hook.ts';
import type { HooksProblem } from './hooks-problem.ts';
import type { ParsedHooks } from './parse-hooks-file.ts';

/** A hooks file that was read. */
export interface HooksFile extends Pick<ParsedHooks, 'hooks' | 'places'> {
  /** Its path. */
  readonly file: string;
}

/** The hooks of both files, the user's first, and what is wrong with the workspace's besides. */
export interface MergedHooks {
  readonly hooks: readonly KnownHook[];
  readonly problems: readonly HooksProblem[];
}

/** Joins the hooks of a workspace and of the user; one of the workspace whose id the user's file has is left out. */
export function mergeHooks(workspace: HooksFile | undefined, user: HooksFile | undefined): MergedHooks {
  const taken = new Set(user?.hooks.map(({ id }) => id));
  const isTaken = ({ id }: Hook): boolean => taken.has(id);
  const toKnown = (file: HooksFile | undefined, source: KnownHook['source']): KnownHook[] =>
    file?.hooks.map((hook) => ({ hook, source, file: file.file })) ?? [];
  return {
    hooks: [...toKnown(user, 'user'), ...toKnown(workspace, 'workspace').filter(({ hook }) => !isTaken(hook))],
    problems: workspace?.hooks.filter(isTaken).map((hook) => toProblem(hook, workspace, user?.file ?? '')) ?? [],
  };
}

function toProblem({ id }: Hook, { places }: HooksFile, other: string): HooksProblem {
  const message = `Hook "${id}" is also in ${other}; give it another id here`;
  return { code: 'invalid_schema', message, ...places.locate(id, ['id']) };
}
