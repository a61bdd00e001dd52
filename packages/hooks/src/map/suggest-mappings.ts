import { findField, isJsonObject, toShapes, toTypes } from '@toolyard/core';
import type { ParameterMapping } from '../hook/hook.ts';
import { CONTEXT_NAMES, NUMBER_NAMES } from './create-context.ts';
import { placeMappings } from './place-mappings.ts';

const KNOWN: ReadonlySet<unknown> = new Set(CONTEXT_NAMES);
/** The types of context values that are no texts; what a hook gave can be anything. */
const OTHER_TYPES: ReadonlyMap<unknown, string | undefined> = new Map([
  ['paths', 'array'],
  ['data', 'object'],
  ['result', undefined],
  ...NUMBER_NAMES.map((name) => [name, 'number'] as const),
]);

/** Mappings that could be meant: parameters without one whose name is that of a context value of a fitting type. */
export function suggestMappings(schema: unknown, mappings: readonly ParameterMapping[]): readonly ParameterMapping[] {
  const mapped = new Set(placeMappings(mappings, schema).map(({ path }) => path[0]));
  const shapes = toShapes(schema, schema);
  const names = new Set(shapes.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : [])));
  return [...names]
    .filter((name) => !mapped.has(name))
    .map((name) => suggestMapping([name], findField(shapes, name), schema))
    .filter((mapping) => mapping !== undefined);
}

/** The mapping that could be meant for one parameter; whoever wrote the hook has to decide. */
export function suggestMapping(path: readonly string[], schema: unknown, root: unknown): ParameterMapping | undefined {
  const name = path.at(-1);
  if (!KNOWN.has(name)) return undefined;
  const types = toTypes(toShapes(schema, root));
  const type = OTHER_TYPES.has(name) ? OTHER_TYPES.get(name) : 'string';
  const isNumber = type === 'number' && types.has('integer');
  const fits = type === undefined || types.size === 0 || types.has(type) || isNumber;
  return fits ? { toolParam: path.join('.'), source: 'context', value: name } : undefined;
}
