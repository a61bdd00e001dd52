import { isJsonObject, type JsonObject } from '@toolyard/core';
import type { Elicitation } from './elicitation.ts';
import { parseField } from './parse-field.ts';

/** What the parameters of `elicitation/create` ask for; presets that break the field's own rules are left out. */
export function parseElicitation(params: unknown): Elicitation {
  if (!isJsonObject(params)) return unreadable('it has no parameters');
  const { mode = 'form', message, requestedSchema, url } = params;
  const text = typeof message === 'string' ? message : '';
  if (mode === 'url') return parsePage(text, url);
  if (mode !== 'form') return unreadable(`its mode is ${JSON.stringify(mode)}, which is not known here`);
  return isJsonObject(requestedSchema) ? parseForm(text, requestedSchema) : unreadable('it has no "requestedSchema"');
}

function parseForm(message: string, { properties = {}, required }: JsonObject): Elicitation {
  if (!isJsonObject(properties)) return unreadable('the "properties" of its form are not an object');
  const fields = [];
  for (const [name, schema] of Object.entries(properties)) {
    const field = parseField(name, schema, Array.isArray(required) && required.includes(name));
    if (field === undefined)
      return unreadable(`its field ${JSON.stringify(name)} has a type that forms do not support`);
    fields.push(field);
  }
  return { kind: 'form', message, fields };
}

/** Other schemes than those of the web could do something when they are opened. */
function parsePage(message: string, address: unknown): Elicitation {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    return unreadable('its address is not an http or https URL');
  }
  return { kind: 'url', message, url: url.href, host: url.host };
}

function unreadable(reason: string): Elicitation {
  return { kind: 'unreadable', reason };
}
