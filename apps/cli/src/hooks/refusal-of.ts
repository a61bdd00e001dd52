import type { Approval, JudgedHook } from './judge-hooks.ts';

/** Why people do not let a hook run, in the words of the log; `undefined` where they do. */
export function refusalOf({
  approval,
}: Pick<JudgedHook, 'approval'>): Extract<Approval, 'not approved' | 'changed since approved'> | undefined {
  return approval === 'not approved' || approval === 'changed since approved' ? approval : undefined;
}
