import { isJsonObject, type JsonObject } from '@toolyard/core';
import type { WebhookDelivery } from './webhook-delivery.ts';

/** What a body says, or why it cannot be used. */
export type WebhookBody = { readonly data: JsonObject } | { readonly status: 400 | 415; readonly message: string };

/** As deep as the files that people write may be; what is deeper could not be written down. */
const MAX_DEPTH = 100;

/** Reads JSON, or the one field `payload` of a form that holds JSON, as GitHub can send it. */
export function parseWebhookBody({ headers, body }: Pick<WebhookDelivery, 'headers' | 'body'>): WebhookBody {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') return unsupported(`The encoding "${encoding.slice(0, 50)}"`);
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';', 1);
  const text = decode(body);
  if (text === undefined) return wrong('The body is not UTF-8.');
  if (/^application\/(?:[\w.+-]+\+)?json$/.test(type.trim())) return parseJson(text);
  if (type.trim() !== 'application/x-www-form-urlencoded')
    return unsupported(`The content type "${type.slice(0, 50)}"`);
  const payload = readForm(text);
  return payload === undefined ? wrong('The form must have the field "payload" and no other.') : parseJson(payload);
}

function unsupported(what: string): WebhookBody {
  const message = `${what} is not supported. Send application/json, or application/x-www-form-urlencoded with "payload".`;
  return { status: 415, message };
}

function wrong(message: string): WebhookBody {
  return { status: 400, message };
}

function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/**
 * The type of a body is not signed, so one that was signed as JSON must not be read as a form: what others wrote into it, such as the
 * title of an issue, could then be taken for all of it.
 */
function readForm(text: string): string | undefined {
  const [, value] = /^payload=([^&]*)$/.exec(text) ?? [];
  if (value === undefined) return undefined;
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function parseJson(text: string): WebhookBody {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return wrong('The body is not valid JSON.');
  }
  if (!isJsonObject(data)) return wrong('The body must be a JSON object.');
  return isDeep(data) ? wrong(`The body is nested more than ${MAX_DEPTH} levels deep.`) : { data };
}

/** Level by level, since a call for each level could take more stack than there is. */
function isDeep(value: JsonObject): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}
