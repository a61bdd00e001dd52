import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { WebhookAuth } from '../hook/hook.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';

/** How far the clock of a sender that signs the time may be off, in seconds, as Standard Webhooks has it. */
const TOLERANCE_S = 300;

/** Headers that name a delivery, the same when it is sent again. */
const DELIVERY_HEADERS = [
  'idempotency-key',
  'webhook-id',
  'x-github-delivery',
  'x-gitea-delivery',
  'x-gitlab-event-uuid',
  'x-request-uuid',
];

const TOKEN_HEADERS = ['x-toolyard-token', 'x-gitlab-token'];

/**
 * Whether a delivery is from somebody who knows the secret. `identity` is the same for what was sent before; absent where nothing
 * tells one delivery from another.
 */
export type WebhookProof =
  | { readonly isProven: true; readonly identity?: string }
  | { readonly isProven: false; readonly reason: string };

/** How a delivery has to prove itself. */
export interface WebhookCheck {
  readonly auth: WebhookAuth;
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

type Request = Pick<WebhookDelivery, 'headers' | 'body'>;

/** Compares in a time that tells nothing about the secret, or about how much of a guess was right. */
export function verifyWebhook(request: Request, check: WebhookCheck): WebhookProof {
  if (check.auth === 'token') return verifyToken(request, check.secret);
  return request.headers['webhook-signature'] === undefined
    ? verifyBody(request, check.secret)
    : verifyStandard(request, check);
}

function verifyToken({ headers, body }: Request, secret: string): WebhookProof {
  const bearer = /^bearer +(\S+) *$/i.exec(headers['authorization'] ?? '')?.[1];
  const given = [bearer, ...TOKEN_HEADERS.map((name) => headers[name])].filter((token) => token !== undefined);
  if (given.length === 0) return refuse('it brings no token');
  const wanted = hashText(secret);
  // All of them, so that it does not show which one was right.
  const matches = given.map((token) => isSame(hashText(token), wanted));
  if (!matches.includes(true)) return refuse('its token is wrong');
  const name = DELIVERY_HEADERS.map((header) => headers[header]).find((value) => value !== undefined && value !== '');
  // GitLab gives what its own webhooks set off the name of what was first: only together with the body it is one delivery.
  return { isProven: true, ...(name !== undefined && { identity: `${name}\n${bytesToHex(sha256(body))}` }) };
}

/** GitHub's form, which Gitea, Forgejo and many others send too. Its name of the delivery is not signed, so the body is what counts. */
function verifyBody({ headers, body }: Request, secret: string): WebhookProof {
  const given = headers['x-hub-signature-256'];
  if (given === undefined) return refuse('it brings no signature');
  const digest = hmac(sha256, utf8ToBytes(secret), body);
  const isRight = isSame(hashText(given.trim().toLowerCase()), hashText(`sha256=${bytesToHex(digest)}`));
  return isRight ? { isProven: true, identity: bytesToHex(sha256(body)) } : refuse('its signature is wrong');
}

/** Standard Webhooks: the name of the delivery and the time are signed together with the body. */
function verifyStandard({ headers, body }: Request, { secret, now }: WebhookCheck): WebhookProof {
  const id = headers['webhook-id'] ?? '';
  const time = headers['webhook-timestamp'] ?? '';
  const signed = concatBytes(utf8ToBytes(`${id}.${time}.`), body);
  const wanted = hashText(`v1,${toBase64(hmac(sha256, toKey(secret), signed))}`);
  const matches = (headers['webhook-signature'] ?? '').split(' ').map((given) => isSame(hashText(given), wanted));
  if (id === '' || !matches.includes(true)) return refuse('its signature is wrong');
  if (!/^\d{1,12}$/.test(time) || Math.abs(Number(time) - now / 1000) > TOLERANCE_S) {
    return refuse(`it was signed at another time: "webhook-timestamp" may be ${TOLERANCE_S} seconds off`);
  }
  return { isProven: true, identity: id };
}

function refuse(reason: string): WebhookProof {
  return { isProven: false, reason };
}

function hashText(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}

/** Both are hashes, and so of one length. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}

/** Secrets of Standard Webhooks are bytes, written as `whsec_` and Base64; any other text is taken as it is. */
function toKey(secret: string): Uint8Array {
  const written = /^whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret)?.[1];
  return written === undefined ? utf8ToBytes(secret) : fromBase64(written);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
