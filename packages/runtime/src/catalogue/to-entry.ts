import type { CatalogueEntry, CatalogueKind } from '@toolyard/core';

/** The member of a definition that names it. */
const NAME_MEMBERS: Readonly<Record<CatalogueKind, string>> = {
  tools: 'name',
  prompts: 'name',
  resources: 'uri',
  templates: 'uriTemplate',
};

/** A catalogue entry from the text a server sent; `undefined` where it has no name. */
export function toEntry(
  { server, kind }: { readonly server: string; readonly kind: CatalogueKind },
  json: string,
): CatalogueEntry | undefined {
  const definition: unknown = JSON.parse(json);
  if (!isObject(definition)) return undefined;
  const name = definition[NAME_MEMBERS[kind]];
  if (typeof name !== 'string' || name === '') return undefined;
  return { server, kind, name, id: `${server}:${name}`, json, definition };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
