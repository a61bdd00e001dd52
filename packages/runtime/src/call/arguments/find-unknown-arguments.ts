import { findNearest, isJsonObject, quoteName, toShapes, type JsonObject } from '@toolyard/core';

/** An argument that a tool does not have. */
export interface UnknownArgument {
  /** Complete: `unknown argument "pth"; did you mean "path"?` */
  readonly message: string;
  /** The one that was probably meant. */
  readonly meant?: string;
}

/**
 * Arguments that a tool's schema does not know.
 *
 * Most schemas allow them, since they do not say otherwise; nearly always the name was mistyped all the same.
 */
export function findUnknownArguments(schema: unknown, values: JsonObject): readonly UnknownArgument[] {
  const shapes = toShapes(schema, schema);
  const known = new Set(shapes.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : [])));
  if (known.size === 0 || shapes.some((shape) => 'patternProperties' in shape)) return [];
  const takesAny = shapes.some(({ additionalProperties: rest }) => rest === true || isJsonObject(rest));
  const isFree = (name: string): boolean => !Object.hasOwn(values, name);
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  return unknown.flatMap((name) => {
    const meant = findNearest(name, [...known].filter(isFree));
    const message = `unknown argument ${quoteName(name)}`;
    if (meant === undefined) return takesAny ? [] : [{ message }];
    return [{ message: `${message}; did you mean ${quoteName(meant)}?`, meant }];
  });
}
