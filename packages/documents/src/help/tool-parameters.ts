import { isJsonObject, type CatalogueEntry } from '@toolyard/core';

/** One parameter of a tool, as far as its schema tells. */
export interface ToolParameter {
  readonly name: string;
  readonly required: boolean;
  /** Such as `string` or `integer`; empty where the schema does not say. */
  readonly type: string;
  readonly description: string;
  /** The only values it takes; empty where there are others. */
  readonly values: readonly unknown[];
}

/** The parameters of a tool, required ones first. */
export function readToolParameters({ definition }: Pick<CatalogueEntry, 'definition'>): ToolParameter[] {
  const schema = toMapping(definition['inputSchema']);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const parameters = Object.entries(toMapping(schema['properties'])).map(([name, value]) => {
    const property = toMapping(value);
    return {
      name,
      required: required.includes(name),
      type: [property['type']]
        .flat()
        .filter((type) => typeof type === 'string')
        .join(' or '),
      description: toText(property['description']),
      values: readValues(property),
    };
  });
  return parameters.toSorted((left, right) => Number(right.required) - Number(left.required));
}

/** What a tool says of itself. */
export function readToolDescription({ definition }: Pick<CatalogueEntry, 'definition'>): string {
  return toText(definition['description']) || toText(definition['title']);
}

function readValues(property: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (Array.isArray(property['enum'])) return property['enum'];
  if (property['const'] !== undefined) return [property['const']];
  const choices = [property['oneOf'] ?? property['anyOf'] ?? []].flat().map((choice) => toMapping(choice)['const']);
  if (choices.length > 0 && choices.every((choice) => choice !== undefined)) return choices;
  return property['type'] === 'boolean' ? [true, false] : [];
}

function toMapping(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
