import { randomUUID } from 'node:crypto';
import type { WebhookDuty } from '@toolyard/hooks';
import type { OpenEngine } from '../engine/open-engine.ts';
import type { OpenHooks } from '../read/open-hooks.ts';

/** Receives webhooks for an engine that runs. */
export function createWebhookDuty(
  { engine, hooks, refusal }: Pick<OpenEngine, 'engine' | 'hooks' | 'refusal'>,
  { surroundings, host }: Pick<OpenHooks, 'surroundings' | 'host'>,
): WebhookDuty {
  return {
    findHook: (id) => hooks().find(({ hook }) => hook.id === id),
    variable: (name) => surroundings.env[name],
    refusal,
    async enter(event) {
      const { id = randomUUID() } = event;
      const { known } = await engine.enter([{ ...event, id }]);
      return { id, isKnown: known?.has(id) === true };
    },
    now: () => host.clock.now(),
  };
}
