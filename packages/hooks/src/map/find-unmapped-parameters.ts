import { findField, isJsonObject, resolveReference, toShapes } from '@toolyard/core';
import { isWithin } from './place-mappings.ts';

/** A required parameter, or a required field of one that is mapped by its fields. */
export interface UnmappedParameter {
  readonly path: readonly string[];
  readonly schema: unknown;
}

/** Every required parameter that none of the mapped paths gives a value to. */
export function findUnmappedParameters(
  schema: unknown,
  mapped: readonly (readonly string[])[],
): readonly UnmappedParameter[] {
  return collect({ schema, path: [] }, mapped, schema);
}

function collect(
  owner: UnmappedParameter,
  mapped: readonly (readonly string[])[],
  root: unknown,
): readonly UnmappedParameter[] {
  const depth = owner.path.length;
  const inside = mapped.filter((path) => isWithin(path, owner.path));
  const whole = new Set(inside.filter((path) => path.length === depth + 1).map((path) => path[depth]));
  const inParts = new Set(inside.filter((path) => path.length > depth + 1).flatMap((path) => path[depth] ?? []));
  const shapes = toShapes(owner.schema, root);
  return [...new Set([...findRequired(owner.schema, root), ...inParts])]
    .filter((name) => !whole.has(name))
    .flatMap((name) => {
      const field = { path: [...owner.path, name], schema: findField(shapes, name) };
      return inParts.has(name) ? collect(field, inside, root) : [field];
    });
}

/** The names of fields that a schema requires whatever else is given, so not those of one alternative. */
export function findRequired(schema: unknown, root: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (!isJsonObject(node) || seen.has(node)) return;
    seen.add(node);
    const { required, allOf, $ref } = node;
    if (Array.isArray(required)) for (const name of required) if (typeof name === 'string') names.add(name);
    if (Array.isArray(allOf)) for (const part of allOf) visit(part);
    if (typeof $ref === 'string') visit(resolveReference(root, $ref));
  };
  visit(schema);
  return names;
}
