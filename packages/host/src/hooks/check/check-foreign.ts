import { withDeadline, type Settings, type Yard } from '@toolyard/core';
import type { KnownHook } from '@toolyard/hooks';
import { useForeignYard } from '../engine/use-hook-yard.ts';
import type { HooksFinding } from '../read/hooks-finding.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { isAllowed, type HookServer, type ResolvedHook } from '../trust/resolve-approvals.ts';
import { toHookFinding, type HookRemark } from './check-hooks.ts';
import { checkTools } from './check-tools.ts';
import { findServerPlaces } from './find-server-places.ts';

/** How the servers of other programs are looked at. */
export interface ForeignLook {
  readonly settings: Settings;
  /** How long to wait for them, in milliseconds. */
  readonly ms: number;
  readonly signal: AbortSignal;
}

/** The same as `checkTools` shows, of the servers of other programs; those that are not approved are not started, and that is said. */
export async function checkForeign(
  opened: OpenHooks,
  hooks: readonly ResolvedHook[],
  look: ForeignLook,
): Promise<readonly HooksFinding[]> {
  const named = hooks.filter((each) => foreignOf(each).length > 0);
  const allowed = named.filter(isAllowed);
  const unapproved = named.filter((each) => !isAllowed(each)).map((each) => toUnapproved(opened, each));
  if (allowed.length === 0) return unapproved;
  const found = await withForeignYard(opened, allowed, look, async (yard, failures) => [
    ...allowed.flatMap((each) => toFailed(opened, each, failures)),
    ...(yard === undefined ? [] : await checkTools(opened, yard)),
  ]);
  return [...unapproved, ...found];
}

/**
 * Does one thing with the servers of other programs that these hooks need, which were approved, when they have started. There is no yard where
 * none could be started.
 */
export async function withForeignYard<Result>(
  opened: OpenHooks,
  allowed: readonly ResolvedHook[],
  { settings, ms, signal }: ForeignLook,
  use: (yard: Yard | undefined, failures: ReadonlyMap<string, string>) => Promise<Result> | Result,
): Promise<Result> {
  return useForeignYard({ opened, settings, signal }, allowed, async (foreign, failures) => {
    const yard = foreign.yard();
    await withDeadline({ clock: opened.host.clock, ms, signal }, async (until) => yard?.settled({ signal: until }));
    return use(yard, failures);
  });
}

/** The servers of a hook that only other programs have, and that could be used. */
function foreignOf({ servers }: ResolvedHook): readonly HookServer[] {
  return servers.filter(({ server, foreign }) => foreign !== undefined && server !== undefined);
}

function toUnapproved(opened: OpenHooks, resolved: ResolvedHook): HooksFinding {
  const { known } = resolved;
  const [first] = foreignOf(resolved);
  const message = `The tool was not checked. Its server is defined in ${first?.foreign?.found.file} and starts only once the hook is approved: run "toolyard hooks approve ${known.hook.id}"`;
  return toHookFinding(known, { path: placeOf(known, first?.key), message, severity: 'warning' }, opened);
}

function toFailed(
  opened: OpenHooks,
  resolved: ResolvedHook,
  failures: ReadonlyMap<string, string>,
): readonly HooksFinding[] {
  const { known } = resolved;
  return foreignOf(resolved).flatMap(({ key }) => {
    const failure = failures.get(key);
    if (failure === undefined) return [];
    const message = `The tool was not checked. ${failure}`;
    return [toHookFinding(known, { path: placeOf(known, key), message, severity: 'error' }, opened)];
  });
}

function placeOf({ hook }: KnownHook, key: string | undefined): HookRemark['path'] {
  return findServerPlaces(hook.action).find((place) => place.key === key)?.path ?? ['action'];
}
