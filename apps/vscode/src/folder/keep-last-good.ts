import type { HooksLook, ResolvedHook } from '@toolyard/host/hooks';

/**
 * What people see where a file is wrong: the hooks as they were before, since these go on wherever hooks run, with what is wrong now. Without
 * a look before there is nothing to keep.
 */
export function keepLastGood(before: HooksLook | undefined, next: HooksLook): HooksLook {
  if (before === undefined || (!next.isWrong && next.problem === undefined)) return next;
  const { keys, mayStart } = next.problem === undefined ? next : before;
  if (next.isWrong) return { ...next, hooks: before.hooks, keys, mayStart };
  // Whether a hook is approved depends on its servers, which nobody can read now.
  return { ...next, hooks: next.hooks.map((hook) => findSame(hook, before.hooks) ?? hook), keys, mayStart };
}

function findSame({ known }: ResolvedHook, hooks: readonly ResolvedHook[]): ResolvedHook | undefined {
  const wanted = JSON.stringify(known);
  return hooks.find((each) => JSON.stringify(each.known) === wanted);
}
