import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { JsonObject } from '@toolyard/core';
import type { NewEvent } from '../event/hook-event.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';

/** Headers that hooks can use: what a delivery is about. Others may hold secrets, and are not kept anywhere. */
const SHOWN_HEADERS = [
  'content-type',
  'idempotency-key',
  'user-agent',
  'webhook-id',
  'x-event-key',
  'x-forgejo-event',
  'x-gitea-delivery',
  'x-gitea-event',
  'x-github-delivery',
  'x-github-event',
  'x-gitlab-event',
  'x-gitlab-event-uuid',
  'x-gitlab-instance',
];

/** The event of a delivery that was proven; the same delivery is the same event. */
export function toWebhookEvent(
  { hook, headers }: Pick<WebhookDelivery, 'hook' | 'headers'>,
  data: JsonObject,
  identity: string | undefined,
): NewEvent {
  const shown = SHOWN_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  const values = { hook, data, headers: Object.fromEntries(shown) };
  return { name: 'webhook', values, ...(identity !== undefined && { id: toEventId(hook, identity) }) };
}

function toEventId(hook: string, identity: string): string {
  return `webhook-${bytesToHex(sha256(utf8ToBytes(`${hook}\n${identity}`))).slice(0, 32)}`;
}
