import { toMessage, ToolyardError } from '@toolyard/core';
import type { KnownHook } from '@toolyard/hooks';
import { useYard, type UsedYard } from '../../yard/use-yard.ts';
import type { OfferedYard } from './create-offered-yard.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { openForeignYard, type ForeignYard } from '../foreign/open-foreign-yard.ts';
import { isAllowed, resolveApprovals, type ResolvedApproval } from '../trust/resolve-approvals.ts';
import { selectHookServers } from './select-hook-servers.ts';

/** The yard of hooks, and the servers of other programs that run beside it for them. */
export interface UsedHookYard extends UsedYard {
  readonly foreign: ForeignYard;
}

/** Which servers are started for hooks, and until when. */
export interface HookYardOptions {
  /** Those that may run decide which servers start by themselves. */
  readonly hooks: readonly KnownHook[];
  readonly others: Parameters<typeof selectHookServers>[1];
  readonly signal: AbortSignal;
  /** The yard of the program that runs the hooks; found or started for them where it is absent. */
  readonly offered?: Pick<OfferedYard, 'use'> | undefined;
}

/** Does one thing on the yard of hooks, as `useYard` does; `undefined` where the signal is aborted before there is one. */
export async function useHookYard<Result>(
  opened: OpenHooks,
  { hooks, others, signal, offered }: HookYardOptions,
  use: (used: UsedHookYard) => Promise<Result>,
): Promise<Result | undefined> {
  if (signal.aborted) return undefined;
  const { host, named, shown } = opened;
  const allowed = (await resolveApprovals({ ...opened, hooks })).hooks.filter(isAllowed);
  const select = selectHookServers(
    allowed.map(({ known }) => known),
    others,
  );
  const useBoth = (used: UsedYard): Promise<Result | undefined> =>
    useForeignYard({ opened, settings: used.configuration.settings, signal }, allowed, async (foreign) =>
      // A copy would keep the configuration of a yard that follows its file as it is now.
      signal.aborted ? undefined : use(Object.assign(used, { foreign })),
    );
  try {
    return await (offered?.use(signal, useBoth) ?? useYard(host, { ...named, shown, select, signal }, useBoth));
  } catch (error) {
    // A question that was not answered before.
    if (signal.aborted && ToolyardError.is(error) && error.code === 'interrupted') return undefined;
    throw error;
  }
}

/** Does one thing while the servers of other programs run that these hooks need, and stops them; `failures` says by name what could not be started at all. */
export async function useForeignYard<Result>(
  options: Parameters<typeof openForeignYard>[0],
  allowed: readonly Pick<ResolvedApproval, 'servers'>[],
  use: (foreign: ForeignYard, failures: ReadonlyMap<string, string>) => Promise<Result>,
): Promise<Result> {
  const running = openForeignYard(options);
  const failures = new Map<string, string>();
  try {
    for (const { key, server, foreign } of allowed.flatMap(({ servers }) => servers)) {
      if (server === undefined || foreign === undefined) continue;
      await running.admit(key, foreign).catch((error: unknown) => void failures.set(key, toMessage(error)));
    }
    running.stopAsking();
    return await use(running, failures);
  } finally {
    await running.stop();
  }
}
