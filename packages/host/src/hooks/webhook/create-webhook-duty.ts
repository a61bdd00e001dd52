import { randomUUID } from 'node:crypto';
import type { WebhookDuty } from '@toolyard/hooks';
import { createRefusal } from '../engine/create-refusal.ts';
import type { OpenEngine } from '../engine/open-engine.ts';
import type { OpenHooks } from '../read/open-hooks.ts';

/** Receives webhooks for an engine that runs. */
export function createWebhookDuty(
  { engine, configuration, hooks }: Pick<OpenEngine, 'engine' | 'configuration' | 'hooks'>,
  { approvals, surroundings, host }: Pick<OpenHooks, 'approvals' | 'surroundings' | 'host'>,
): WebhookDuty {
  return {
    findHook: (id) => hooks().find(({ hook }) => hook.id === id),
    variable: (name) => surroundings.env[name],
    refusal: createRefusal(approvals, configuration),
    async enter(event) {
      const { id = randomUUID() } = event;
      const { known } = await engine.enter([{ ...event, id }]);
      return { id, isKnown: known?.has(id) === true };
    },
    now: () => host.clock.now(),
  };
}
