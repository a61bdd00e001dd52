import { isJsonObject, type JsonObject } from './json-object.ts';
import { resolveReference } from './resolve-reference.ts';

const MAX_SHAPES = 200;
const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf'] as const;

/** The plain schemas that a schema allows, with references followed and alternatives laid out side by side. */
export function toShapes(schema: unknown, root: unknown): readonly JsonObject[] {
  const shapes = new Set<JsonObject>();
  const visit = (node: unknown): void => {
    if (!isJsonObject(node) || shapes.has(node) || shapes.size >= MAX_SHAPES) return;
    shapes.add(node);
    if (typeof node['$ref'] === 'string') visit(resolveReference(root, node['$ref']));
    for (const keyword of ALTERNATIVES) {
      const branches = node[keyword];
      if (Array.isArray(branches)) for (const branch of branches) visit(branch);
    }
  };
  visit(schema);
  return [...shapes];
}

/** The types that the shapes name, or hint at by what they say about fields, items or values. */
export function toTypes(shapes: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(shapes.flatMap(toOwnTypes));
}

/** The schema of one field, where a shape knows it. */
export function findField(shapes: readonly JsonObject[], name: string): unknown {
  for (const { properties } of shapes) {
    if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  }
  return undefined;
}

/** The schema of one item of a list, where a shape knows it. */
export function findItem(shapes: readonly JsonObject[], index: number): unknown {
  for (const { items, prefixItems } of shapes) {
    const listed: unknown = Array.isArray(prefixItems) ? prefixItems[index] : undefined;
    if (listed !== undefined) return listed;
    if (items !== undefined) return Array.isArray(items) ? items[index] : items;
  }
  return undefined;
}

function toOwnTypes(shape: JsonObject): readonly string[] {
  const { type } = shape;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((name) => typeof name === 'string');
  if ('properties' in shape) return ['object'];
  return 'items' in shape || 'prefixItems' in shape ? ['array'] : [];
}
