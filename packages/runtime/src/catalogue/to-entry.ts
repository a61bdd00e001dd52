import type { CatalogueEntry, CatalogueKind } from '@toolyard/core';

/** The member of a definition that names it. */
const NAME_MEMBERS: Readonly<Record<CatalogueKind, string>> = {
  tools: 'name',
  prompts: 'name',
  resources: 'uri',
  templates: 'uriTemplate',
};

/** A catalogue entry from the text a server sent; `undefined` where it has no name. */
export function toEntry(place: { server: string; kind: CatalogueKind }, json: string): CatalogueEntry | undefined {
  const definition: unknown = JSON.parse(json);
  if (typeof definition !== 'object' || definition === null) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...definition };
  const name = fields[NAME_MEMBERS[place.kind]];
  if (typeof name !== 'string' || name === '') return undefined;
  return { ...place, name, id: `${place.server}:${name}`, json, definition: fields };
}
