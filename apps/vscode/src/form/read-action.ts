import type { Action } from '@toolyard/hooks';
import type { DraftMapping, HookDraft } from './hook-draft.ts';
import { toHook, toMappingPath } from './to-hook.ts';

/** The action of a draft as far as it is right, so that it can be looked at while the rest is still being typed. */
export interface ReadAction {
  readonly action: Action;
  /** The mappings that stand in it, in its order. */
  readonly mapped: readonly DraftMapping[];
}

/** Reads the action alone, without mappings that are wrong; `undefined` where it cannot be read even so. */
export function readAction(draft: HookDraft): ReadAction | undefined {
  const { name: _name, 'action.timeout': _timeout, ...values } = draft.values;
  const alone: HookDraft = { ...draft, values: { ...values, id: 'draft', name: '', 'trigger.event': 'manual' } };
  const { rest, problems, mapped } = toHook(alone);
  if (rest !== undefined) return { action: rest.action, mapped };
  const paths = problems.map(({ path }) => path);
  const right = mapped.filter((_, index) => !paths.some((path) => path.startsWith(toMappingPath(index))));
  const second = right.length === mapped.length ? undefined : toHook({ ...alone, mappings: right });
  return second?.rest === undefined ? undefined : { action: second.rest.action, mapped: second.mapped };
}
