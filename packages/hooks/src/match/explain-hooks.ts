import type { KnownHook } from '../hook/hook.ts';
import { matchHook, type MatchedEvent } from './match-hook.ts';
import type { Redact } from './quote-value.ts';

/** One hook, and what an event means for it. */
export interface HookExplanation {
  readonly known: KnownHook;
  readonly fires: boolean;
  /** Why it does not. */
  readonly reason?: string;
}

/** Says for each hook, in their order, whether an event would set it off, or why not; reasons quote what `redact` leaves. */
export function explainHooks(
  known: readonly KnownHook[],
  event: MatchedEvent,
  redact?: Redact,
): readonly HookExplanation[] {
  return known.map((one) => {
    const match = matchHook(one.hook, event, redact);
    return match.matches ? { known: one, fires: true } : { known: one, fires: false, reason: match.reason };
  });
}
