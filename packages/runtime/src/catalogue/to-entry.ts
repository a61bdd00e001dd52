import type { CatalogueEntry, CatalogueKind } from '@toolyard/core';

/** The member of a definition that names it. */
const NAME_MEMBERS: Readonly<Record<CatalogueKind, string>> = {
  tools: 'name',
  prompts: 'name',
  resources: 'uri',
  templates: 'uriTemplate',
};

interface EntryPlace {
  readonly server: string;
  readonly kind: CatalogueKind;
}

/** A catalogue entry from the text a server sent; `undefined` where it has no name. */
export function toEntry(place: EntryPlace, json: string): CatalogueEntry | undefined {
  const name = parseDefinition(json)[NAME_MEMBERS[place.kind]];
  return typeof name === 'string' && name !== '' ? new ParsedOnDemand(place, name, json) : undefined;
}

/** Of ten thousand tools most are listed and never called, and parsed they take many times the memory of their text. */
class ParsedOnDemand implements CatalogueEntry {
  readonly server: string;
  readonly kind: CatalogueKind;
  readonly name: string;
  readonly id: string;
  readonly json: string;
  #definition: CatalogueEntry['definition'] | undefined;

  constructor({ server, kind }: EntryPlace, name: string, json: string) {
    this.server = server;
    this.kind = kind;
    this.name = name;
    this.id = `${server}:${name}`;
    this.json = json;
  }

  get definition(): CatalogueEntry['definition'] {
    this.#definition ??= parseDefinition(this.json);
    return this.#definition;
  }
}

function parseDefinition(json: string): CatalogueEntry['definition'] {
  const value: unknown = JSON.parse(json);
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is CatalogueEntry['definition'] {
  return typeof value === 'object' && value !== null;
}
