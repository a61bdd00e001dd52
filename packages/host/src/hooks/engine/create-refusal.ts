import { toMessage } from '@toolyard/core';
import type { KnownHook } from '@toolyard/hooks';
import type { HookApprovals } from '@toolyard/node';
import type { ServerLookup } from '../foreign/create-server-lookup.ts';
import type { ForeignYard } from '../foreign/open-foreign-yard.ts';
import { resolveApproval, refusalOf, serverKeysOf, type HookServer } from '../trust/resolve-approvals.ts';
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
    const problem = serverKeysOf(known).length === 0 ? undefined : parts.problem();
    if (problem !== undefined) {
      // Without the definitions of its servers nobody can say whether this is what was approved.
      const why = `not approved, because the configuration cannot be read: ${problem}`;
      return known.source === 'user' ? undefined : why;
    }
    const resolved = await resolveApproval(known, (key) => parts.find(key), approvals);
    // What another program's file defines no more, or differently, does not go on either.
    for (const { key, foreign } of resolved.servers) await parts.foreign.drop(key, foreign);
    return refusalOf(resolved) ?? (await runForeign(resolved.servers, parts));
  };
}

/** Sees to it that servers of other programs run as they were approved, and not as they were defined before; gives what keeps one from that. */
async function runForeign(
  servers: readonly HookServer[],
  parts: Pick<RefusalParts, 'foreign'>,
): Promise<string | undefined> {
  for (const { key, server, foreign } of servers) {
    if (foreign === undefined) continue;
    if (server === undefined) return `server unavailable: ${foreign.problem ?? 'it cannot be used'}`;
    try {
      await parts.foreign.admit(key, foreign);
    } catch (error) {
      return `server unavailable: ${toMessage(error)}`;
    }
  }
  return undefined;
}
