import { isJsonObject } from '../schema/json-object.ts';

/** Whether a tool may destroy something, as its server says in the definition; a server that says nothing means no. */
export function isDestructiveTool(definition: Readonly<Record<string, unknown>>): boolean {
  const hints = definition['annotations'];
  return isJsonObject(hints) && hints['destructiveHint'] === true;
}
