import type { EventName } from '../hook/hook.ts';
import type { HookEvent } from './hook-event.ts';

/** Events that can be for one hook alone. */
const ADDRESSED: ReadonlySet<EventName> = new Set<EventName>(['schedule', 'webhook']);

/**
 * The id of the one hook that an event is for, which its value `hook` says; `undefined` where it is for all that wait for it. Other
 * than a `target` it has to match the trigger, and can be disabled.
 */
export function addresseeOf({ name, context }: Pick<HookEvent, 'name' | 'context'>): string | undefined {
  const hook = context['hook'];
  return ADDRESSED.has(name) && typeof hook === 'string' ? hook : undefined;
}
