import type { KnownHook } from '@toolyard/hooks';
import type { HookApprovals } from '@toolyard/node';
import { resolveApproval, refusalOf, serverKeysOf } from '../trust/resolve-approvals.ts';
import type { FollowedConfiguration } from './follow-configuration.ts';

/** Says why a hook may not run, as far as people have a say; `undefined` where it may. Looks anew each time. */
export function createRefusal(
  approvals: HookApprovals,
  configuration: Pick<FollowedConfiguration, 'definition' | 'problem'>,
): (known: KnownHook) => Promise<string | undefined> {
  return async (known) => {
    if (known.source === 'user') return undefined;
    const keys = serverKeysOf(known);
    const problem = keys.length === 0 ? undefined : configuration.problem();
    // Without the definitions of its servers nobody can say whether this is what was approved.
    if (problem !== undefined) return `not approved, because the configuration cannot be read: ${problem}`;
    const servers = keys.flatMap((key) => configuration.definition(key) ?? []);
    return refusalOf(await resolveApproval(known, servers, approvals));
  };
}
