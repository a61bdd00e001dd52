import type { KnownHook } from '@toolyard/hooks';
import type { HookApprovals } from '@toolyard/node';
import { judgeHook, refusalOf, serverKeyOf } from '../trust/judge-hooks.ts';
import type { FollowedConfiguration } from './follow-configuration.ts';

/** Says why a hook may not run, as far as people have a say; `undefined` where it may. Looks anew each time. */
export function createRefusal(
  approvals: HookApprovals,
  configuration: Pick<FollowedConfiguration, 'definition' | 'trouble'>,
): (known: KnownHook) => Promise<string | undefined> {
  return async (known) => {
    if (known.source === 'user') return undefined;
    const key = serverKeyOf(known);
    const trouble = key === undefined ? undefined : configuration.trouble();
    // Without the definition of its server nobody can say whether this is what was approved.
    if (trouble !== undefined) return `not approved, since the configuration cannot be read: ${trouble}`;
    const server = key === undefined ? undefined : configuration.definition(key);
    return refusalOf(await judgeHook(known, server, approvals));
  };
}
