import { findNearest, isJsonObject, toShapes, toVisibleJson, type JsonObject } from '@toolyard/core';

/**
 * Arguments that a tool's schema does not know, each as a sentence with the nearest one that it knows.
 *
 * Most schemas allow them, since they do not say otherwise; nearly always the name was mistyped all the same.
 */
export function findUnknownArguments(schema: unknown, values: JsonObject): readonly string[] {
  const shapes = toShapes(schema, schema);
  const known = new Set(shapes.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : [])));
  if (known.size === 0 || shapes.some((shape) => 'patternProperties' in shape)) return [];
  const takesAny = shapes.some(({ additionalProperties: rest }) => rest === true || isJsonObject(rest));
  const free = [...known].filter((name) => !Object.hasOwn(values, name));
  return Object.keys(values).flatMap((name) => {
    if (known.has(name)) return [];
    const near = findNearest(name, free);
    if (near === undefined) return takesAny ? [] : [`unknown argument ${toVisibleJson(name)}`];
    return [`unknown argument ${toVisibleJson(name)}; did you mean ${toVisibleJson(near)}?`];
  });
}
