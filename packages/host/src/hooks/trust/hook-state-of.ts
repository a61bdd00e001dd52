import { toTarget, type Hook } from '@toolyard/hooks';
import { refusalOf, serverKeysOf, type ResolvedApproval } from './resolve-approvals.ts';

/** Whether a hook would run, in few words. */
export type HookState = 'enabled' | 'disabled' | 'invalid: unknown server' | 'not approved' | 'changed since approved';

/** The first of the reasons for which a hook would not run, else `enabled`; `keys` are those of all servers. */
export function hookStateOf(
  resolved: Pick<ResolvedApproval, 'known' | 'approval'>,
  keys: readonly string[],
): HookState {
  const { known } = resolved;
  if (!known.hook.enabled) return 'disabled';
  if (serverKeysOf(known).some((key) => !keys.includes(key))) return 'invalid: unknown server';
  return refusalOf(resolved) ?? 'enabled';
}

/** What a hook runs: see `toTarget`. */
export function targetOf({ action }: Pick<Hook, 'action'>): string {
  return toTarget(action);
}
