import { ToolyardError } from '@toolyard/core';
import type { KnownHook } from '@toolyard/hooks';
import { useYard, type UsedYard } from '../../yard/use-yard.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { findAllowed } from '../trust/resolve-approvals.ts';
import { selectHookServers } from './select-hook-servers.ts';

/** Which servers are started for hooks, and until when. */
export interface HookYardOptions {
  /** Those that may run decide which servers start by themselves. */
  readonly hooks: readonly KnownHook[];
  readonly others: Parameters<typeof selectHookServers>[1];
  readonly signal: AbortSignal;
}

/** Does one thing on the yard of hooks, as `useYard` does; `undefined` where the signal is aborted before there is one. */
export async function useHookYard<Result>(
  opened: OpenHooks,
  { hooks, others, signal }: HookYardOptions,
  use: (used: UsedYard) => Promise<Result>,
): Promise<Result | undefined> {
  if (signal.aborted) return undefined;
  const { host, named, shown } = opened;
  const select = selectHookServers(await findAllowed({ ...opened, hooks }), others);
  try {
    return await useYard(host, { ...named, shown, select, signal }, async (used) =>
      signal.aborted ? undefined : use(used),
    );
  } catch (error) {
    // A question that was not answered before.
    if (signal.aborted && ToolyardError.is(error) && error.code === 'interrupted') return undefined;
    throw error;
  }
}
