import { ToolyardError } from '@toolyard/core';
import type { NewEvent } from '../event/hook-event.ts';
import type { Hook, KnownHook } from '../hook/hook.ts';
import { parseWebhookBody } from './parse-webhook-body.ts';
import { toWebhookEvent } from './to-webhook-event.ts';
import { verifyWebhook } from './verify-webhook.ts';
import type { WebhookAnswer, WebhookDelivery } from './webhook-delivery.ts';

/** What deliveries are received with, by whoever runs the hooks. */
export interface WebhookDuty {
  findHook(id: string): KnownHook | undefined;
  /** The value of a variable of the environment. */
  variable(name: string): string | undefined;
  /** Why people do not let a hook run. */
  refusal(known: KnownHook): Promise<string | undefined>;
  /** Resolves when the event is on the disk, with its id and whether it had been taken before. */
  enter(event: NewEvent): Promise<{ readonly id: string; readonly isKnown: boolean }>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Nobody can know the secret of a hook that does not exist. */
const NO_HOOK = { auth: 'signature', secret: '' } as const;

/** Lets a delivery in or turns it away; resolves when its event is on the disk, and not later. Never rejects for what a sender did. */
export async function receiveWebhook(delivery: WebhookDelivery, duty: WebhookDuty): Promise<WebhookAnswer> {
  const known = duty.findHook(delivery.hook);
  const { event, secretEnv, auth = 'signature' } = known?.hook.trigger ?? {};
  if (known === undefined || event !== 'webhook' || secretEnv === undefined) {
    // It takes as long as for a hook that exists, and the answer is the same: who has no secret learns no ids.
    verifyWebhook(delivery, { ...NO_HOOK, now: duty.now() });
    return toUnproven(known === undefined ? 'there is no such hook' : 'that hook has no "secretEnv"');
  }
  const unset = explainUnserved(known.hook, (name) => duty.variable(name));
  // Whoever asks has proven nothing, and is told nothing of the environment.
  if (unset !== undefined) return refuse(503, 'This hook is not served at the moment. See the log of Toolyard.', unset);
  const secret = duty.variable(secretEnv) ?? '';
  const proof = verifyWebhook(delivery, { auth, secret, now: duty.now() });
  if (!proof.isProven) return toUnproven(proof.reason);
  const body = parseWebhookBody(delivery);
  if ('status' in body) return refuse(body.status, body.message);
  return enter(known, toWebhookEvent(delivery, body.data, proof.identity), duty);
}

/** Why the address of a hook that waits for a webhook does not serve it; `undefined` where it does. */
export function explainUnserved(
  { trigger: { secretEnv } }: Pick<Hook, 'trigger'>,
  variable: WebhookDuty['variable'],
): string | undefined {
  if (secretEnv === undefined) return '"secretEnv" does not say which variable has its secret';
  return (variable(secretEnv) ?? '') === '' ? `the environment variable ${secretEnv} is not set` : undefined;
}

async function enter(known: KnownHook, event: NewEvent, duty: WebhookDuty): Promise<WebhookAnswer> {
  const refusal = known.hook.enabled ? await duty.refusal(known) : 'disabled';
  try {
    if (refusal !== undefined) return await skip(refusal, event, duty);
    const { id, isKnown } = await duty.enter(event);
    if (isKnown) return refuse(409, 'Already received; it is not run again.', 'it was received before');
    return { status: 202, body: { event: id } };
  } catch (error) {
    // Nothing is promised that is not on the disk.
    if (ToolyardError.is(error))
      return refuse(503, 'The event could not be taken. Send it again later.', error.message);
    throw error;
  }
}

/** Keeps it in the log as any event that a hook may not run for; under another id, so that it can be sent again once it may. */
async function skip(refusal: string, event: NewEvent, duty: WebhookDuty): Promise<WebhookAnswer> {
  await duty.enter({ name: event.name, values: event.values });
  const status = refusal === 'disabled' ? 409 : 403;
  return { status, body: { error: `This hook does not run: ${refusal}.` } };
}

function toUnproven(reason: string): WebhookAnswer {
  return refuse(401, 'No hook at this address accepts the signature or token of this request.', reason);
}

function refuse(status: number, error: string, refused = error): WebhookAnswer {
  return { status, body: { error }, refused };
}
