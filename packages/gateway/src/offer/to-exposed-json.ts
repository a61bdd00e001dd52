import { decodeSpan, scanObject, setMembers, type CatalogueEntry } from '@toolyard/core';

/** The member of `_meta` that holds a tool's or prompt's id. */
const ID_MEMBER = 'dev.toolyard/id';

const encoder = new TextEncoder();

/** The definition as the server sent it, byte for byte but for its name and the id in `_meta`. */
export function toExposedJson(entry: CatalogueEntry, name: string): string {
  const json = toEditable(entry.json, entry.definition);
  return setMembers(json, { name: JSON.stringify(name), _meta: withId(json, entry) });
}

function withId(json: string, { id, definition }: CatalogueEntry): string {
  const bytes = encoder.encode(json);
  const span = scanObject(bytes)?.members.get('_meta');
  const text = span === undefined ? '' : decodeSpan(bytes, span);
  const meta = text.startsWith('{') ? toEditable(text, definition['_meta']) : '{}';
  return setMembers(meta, { [ID_MEMBER]: JSON.stringify(id) });
}

/** An object that names a member twice cannot be edited, so what JavaScript reads in it is written anew. */
function toEditable(json: string, value: unknown): string {
  return scanObject(encoder.encode(json)) === undefined ? JSON.stringify(value) : json;
}
