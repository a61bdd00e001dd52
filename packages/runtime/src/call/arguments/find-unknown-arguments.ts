import { findNearest, isJsonObject, quoteName, toShapes, type JsonObject } from '@toolyard/core';

/**
 * Arguments that a tool's schema does not know, each as a sentence with the one that was probably meant.
 *
 * Most schemas allow them, since they do not say otherwise; nearly always the name was mistyped all the same.
 */
export function findUnknownArguments(schema: unknown, values: JsonObject): readonly string[] {
  const shapes = toShapes(schema, schema);
  const known = new Set(shapes.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : [])));
  if (known.size === 0 || shapes.some((shape) => 'patternProperties' in shape)) return [];
  const takesAny = shapes.some(({ additionalProperties: rest }) => rest === true || isJsonObject(rest));
  const isFree = (name: string): boolean => !Object.hasOwn(values, name);
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  const missing = new Set(shapes.flatMap(({ required }) => (Array.isArray(required) ? required.map(String) : [])));
  const [only, ...others] = [...missing].filter((name) => isFree(name) && known.has(name));
  // Whoever gives one argument that there is not, and leaves out the one there must be, meant that, however it is spelled.
  const lacking = unknown.length === 1 && others.length === 0 ? only : undefined;
  return unknown.flatMap((name) => {
    const near = findNearest(name, [...known].filter(isFree)) ?? lacking;
    if (near === undefined) return takesAny ? [] : [`unknown argument ${quoteName(name)}`];
    return [`unknown argument ${quoteName(name)}; did you mean ${quoteName(near)}?`];
  });
}
