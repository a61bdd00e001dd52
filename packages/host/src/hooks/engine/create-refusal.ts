import { toMessage } from '@toolyard/core';
import type { KnownHook } from '@toolyard/hooks';
import type { HookApprovals } from '@toolyard/node';
import type { ServerLookup } from '../foreign/create-server-lookup.ts';
import type { ForeignYard } from '../foreign/open-foreign-yard.ts';
import { resolveApproval, refusalOf, serverKeyOf, type ResolvedApproval } from '../trust/resolve-approvals.ts';
import type { FollowedConfiguration } from './follow-configuration.ts';

/** What decides whether a hook may run. */
export interface RefusalParts extends ServerLookup, Pick<FollowedConfiguration, 'problem'> {
  readonly approvals: HookApprovals;
  /** Where servers of other programs run; one that is approved is there from then on. */
  readonly foreign: Pick<ForeignYard, 'admit' | 'drop'>;
}

/** Says why a hook may not run, as far as people have a say; `undefined` where it may. Looks anew each time. */
export function createRefusal(parts: RefusalParts): (known: KnownHook) => Promise<string | undefined> {
  const { approvals } = parts;
  return async (known) => {
    const key = serverKeyOf(known);
    if (key === undefined) return refusalOf(await resolveApproval(known, undefined, approvals));
    const problem = parts.problem();
    if (problem !== undefined) {
      // Without the definition of its server nobody can say whether this is what was approved.
      const why = `not approved, because the configuration cannot be read: ${problem}`;
      return known.source === 'user' ? undefined : why;
    }
    const resolved = await resolveApproval(known, await parts.find(key), approvals);
    // What another program's file defines no more, or differently, does not go on either.
    await parts.foreign.drop(key, resolved.foreign);
    return refusalOf(resolved) ?? (await runForeign(key, resolved, parts));
  };
}

/** Sees to it that a server of another program runs as it was approved, and not as it was defined before; gives what keeps it from that. */
async function runForeign(
  key: string,
  { server, foreign }: ResolvedApproval,
  parts: Pick<RefusalParts, 'foreign'>,
): Promise<string | undefined> {
  if (foreign === undefined) return undefined;
  if (server === undefined) return `server unavailable: ${foreign.problem ?? 'it cannot be used'}`;
  try {
    await parts.foreign.admit(key, foreign);
    return undefined;
  } catch (error) {
    return `server unavailable: ${toMessage(error)}`;
  }
}
