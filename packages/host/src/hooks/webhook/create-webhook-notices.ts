import type { Clock } from '@toolyard/core';
import type { HooksEvent } from '../engine/hooks-event.ts';

/** A webhook that was turned away, as people are told. */
export type WebhookRefusal = Omit<Extract<HooksEvent, { readonly type: 'webhook-refused' }>, 'type' | 'more'>;

/** For so long after a notice others of its kind are only counted. */
const QUIET_MS = 60_000;

/** Longer than any id. */
const SHOWN = 64;

/** Tells that webhooks were turned away, at most twice a minute for each status, however many are sent. */
export function createWebhookNotices(
  clock: Clock,
  tell: (event: HooksEvent) => void,
): (refusal: WebhookRefusal) => void {
  const counts = new Map<number, number>();
  return (refusal) => {
    const { hook, status } = refusal;
    const counted = counts.get(status);
    counts.set(status, (counted ?? -1) + 1);
    if (counted !== undefined) return;
    const event = { ...refusal, type: 'webhook-refused', hook: hook.slice(0, SHOWN) } as const;
    tell({ ...event, more: 0 });
    clock.after(QUIET_MS, () => {
      const more = counts.get(status) ?? 0;
      counts.delete(status);
      if (more > 0) tell({ ...event, more });
    });
  };
}
