import type { HookEvent, NewEvent } from '../event/hook-event.ts';
import type { KnownHook } from '../hook/hook.ts';
import type { ActionEnd } from './action-end.ts';
import { cutValue } from './cut-value.ts';
import type { OpenRun } from './open-run.ts';
import { toCause, toKnownChain } from './to-chain.ts';

/** How many characters of a result are passed on to the hooks that wait for it. */
const PASSED_CHARACTERS = 1_048_576;

/** What each event says for itself. */
const OWN_NAMES = new Set(['event', 'timestamp', 'user', 'workspace', 'hook', 'status', 'reason', 'result']);

/** What the end of a run tells the hooks that wait for it. */
export type EndedAction = Pick<ActionEnd, 'status' | 'reason' | 'unavailable' | 'result'>;

/**
 * The event that a run has ended; `undefined` where it never began, or where no hook waits for such events. One that could not begin because its
 * server was unavailable counts too, so that another hook can do instead what it was to do.
 */
export function toEndedEvent(
  run: Pick<OpenRun, 'plan' | 'event'>,
  { status, reason, unavailable, result }: EndedAction,
  hooks: readonly KnownHook[],
): NewEvent | undefined {
  if (status === 'refused' || (status === 'skipped' && unavailable !== true)) return undefined;
  if (!hooks.some(({ hook }) => hook.trigger.event === 'hook.ended')) return undefined;
  const { plan, event } = run;
  const passed = {
    ...(reason !== undefined && { reason: cutValue(reason, PASSED_CHARACTERS) }),
    ...(result !== undefined && { result: cutValue(result, PASSED_CHARACTERS) }),
  };
  return {
    name: 'hook.ended',
    id: `ended-${plan.id}`,
    values: { ...toInherited(event.context), hook: plan.hook, status, ...passed },
    chain: toKnownChain(toCause(run)),
  };
}

/** What the run was about, so that the next hook can say it too; a branch that was none then stays none. */
function toInherited(context: HookEvent['context']): Record<string, unknown> {
  const inherited = Object.entries(context).filter(([name]) => !OWN_NAMES.has(name));
  return { ...Object.fromEntries(inherited), branch: context['branch'] ?? null };
}
