import type { Clock } from '@toolyard/core';
import { createWebhookReception, type WebhookReception } from '@toolyard/front';
import { HOOK_LIMITS } from '@toolyard/hooks';
import { createWebhookEntry, createWebhookNotices, type HooksEvent, type WebhookEntry } from '@toolyard/host/hooks';

/** Webhooks between the port where they come in and the engine that takes them. */
export interface CommandWebhooks {
  readonly reception: WebhookReception;
  readonly entry: WebhookEntry;
}

/** Nothing is served yet; what is turned away is told. */
export function createCommandWebhooks(clock: Clock, onEvent: (event: HooksEvent) => void): CommandWebhooks {
  const entry = createWebhookEntry(clock);
  const reception = createWebhookReception({
    clock,
    limits: { maxBytes: HOOK_LIMITS.webhookBytes },
    receive: (request) => entry.receive(request),
    onRefused: createWebhookNotices(clock, onEvent),
    onError: (message) => onEvent({ type: 'warning', message }),
  });
  return { reception, entry };
}
