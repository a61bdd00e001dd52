import type { Clock } from '@toolyard/core';
import { receiveWebhook, type WebhookAnswer, type WebhookDelivery, type WebhookDuty } from '@toolyard/hooks';

/** Where webhooks come in, while the engine that takes them may change. */
export interface WebhookEntry {
  /** Resolves when the event of the delivery is on the disk, or when it was turned away. */
  receive(delivery: WebhookDelivery): Promise<WebhookAnswer>;
  /** From now on deliveries are received so; the returned function ends that. */
  serve(duty: WebhookDuty): () => void;
}

/** How long a delivery waits for the next engine, in milliseconds; forges give up after 10 seconds. */
const WAIT_MS = 9000;

/** An entry that nobody serves yet. */
export function createWebhookEntry(clock: Clock): WebhookEntry {
  let current: WebhookDuty | undefined;
  const waiting = new Set<() => void>();

  /** A start, and another configuration, take a moment: what is sent meanwhile need not be sent again. */
  function untilServed(): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        waiting.delete(go);
        takeBack();
        resolve();
      };
      const takeBack = clock.after(WAIT_MS, go);
      waiting.add(go);
    });
  }

  return {
    async receive(delivery) {
      if (current === undefined) await untilServed();
      return current === undefined ? NOBODY : receiveWebhook(delivery, current);
    },
    serve(duty) {
      current = duty;
      for (const go of waiting) go();
      return () => {
        if (current === duty) current = undefined;
      };
    },
  };
}

const NOBODY: WebhookAnswer = {
  status: 503,
  body: { error: 'No hooks run here at the moment.' },
  refused: 'no hooks run here at the moment',
};
