import { convertText, findField, findItem, isJsonObject, toShapes, toTypes, type JsonObject } from '@toolyard/core';

const MAX_DEPTH = 100;

/**
 * The value that a schema wants where a text stands for it, at any depth; a lone value becomes a list of one where only a
 * list is allowed. Texts stay texts wherever a schema allows them or cannot make anything of them.
 */
export function convertValue(value: unknown, schema: unknown, root: unknown, depth = 0): unknown {
  const shapes = toShapes(schema, root);
  if (shapes.length === 0 || depth > MAX_DEPTH) return value;
  const converted = typeof value === 'string' ? convertOwnText(value, schema, root) : value;
  const types = toTypes(shapes);
  if (types.has('array') && converted !== null && !fitsType(converted, types)) {
    return [convertValue(converted, findItem(shapes, 0), root, depth + 1)];
  }
  if (Array.isArray(converted)) {
    return converted.map((item, index) => convertValue(item, findItem(shapes, index), root, depth + 1));
  }
  if (!isJsonObject(converted)) return converted;
  const members = Object.entries(converted);
  return Object.fromEntries(
    members.map(([name, member]) => [name, convertValue(member, findMember(shapes, name), root, depth + 1)]),
  );
}

/** Whether a value is of one of these JSON Schema types. */
export function fitsType(value: unknown, types: ReadonlySet<string>): boolean {
  if (value === null) return types.has('null');
  if (Array.isArray(value)) return types.has('array');
  if (typeof value === 'number') return types.has('number') || (types.has('integer') && Number.isInteger(value));
  return types.has(typeof value);
}

function convertOwnText(text: string, schema: unknown, root: unknown): unknown {
  if (toShapes(schema, root).some(allowsAnyText)) return text;
  const converted = convertText(text, schema, root);
  // The validation says it better, and knows the parameter.
  return 'value' in converted ? converted.value : text;
}

function allowsAnyText(shape: JsonObject): boolean {
  return !('enum' in shape) && !('const' in shape) && toTypes([shape]).has('string');
}

function findMember(shapes: readonly JsonObject[], name: string): unknown {
  return (
    findField(shapes, name) ??
    shapes.map(({ additionalProperties }) => additionalProperties).find((rest) => isJsonObject(rest))
  );
}
