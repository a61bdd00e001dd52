import { isJsonObject } from '../schema/json-object.ts';

/** Whether it does no harm to call a tool twice, as its server says in the definition; a server that says nothing means no. */
export function isRepeatableTool(definition: Readonly<Record<string, unknown>>): boolean {
  const hints = definition['annotations'];
  return isJsonObject(hints) && (hints['readOnlyHint'] === true || hints['idempotentHint'] === true);
}
