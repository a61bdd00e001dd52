import { findField, findNearest, isJsonObject, toShapes, type JsonObject } from '@toolyard/core';
import type { PlacedMapping } from './place-mappings.ts';

const MAX_LISTED = 12;

/** What is wrong with a mapping to a parameter that the tool does not know; an error where the tool refuses it for sure. */
export function explainUnknownParameter(
  { path, schema, mapping: { toolParam } }: PlacedMapping,
  mapped: readonly (readonly string[])[],
  root: unknown,
): { readonly message: string; readonly severity: 'error' | 'warning' } | undefined {
  if (schema !== undefined) return undefined;
  const owner = path.slice(0, -1);
  const shapes = owner.reduce((at, name) => toShapes(findField(at, name), root), toShapes(root, root));
  const rest = shapes.map(({ additionalProperties }) => additionalProperties);
  const known = listFields(shapes);
  const isClosed = rest.includes(false);
  if ((known.length === 0 && !isClosed) || shapes.some((shape) => 'patternProperties' in shape)) return undefined;
  const free = known.filter((name) => !mapped.some((other) => other.join('\0') === [...owner, name].join('\0')));
  const near = findMeant(path.at(-1) ?? '', free);
  if (near === undefined && rest.some((one) => one === true || isJsonObject(one))) return undefined;
  const hint = near === undefined ? list(owner, known) : `; did you mean "${[...owner, near].join('.')}"?`;
  return { message: `The tool has no parameter "${toolParam}"${hint}`, severity: isClosed ? 'error' : 'warning' };
}

function listFields(shapes: readonly JsonObject[]): readonly string[] {
  const names = shapes.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : []));
  return [...new Set(names)];
}

/** The nearest name, also where only what stands before the first dot was mistyped. */
function findMeant(name: string, candidates: readonly string[]): string | undefined {
  const whole = findNearest(name, candidates);
  const dot = name.indexOf('.');
  if (whole !== undefined || dot < 1) return whole;
  const head = findNearest(name.slice(0, dot), candidates);
  return head === undefined ? undefined : head + name.slice(dot);
}

function list(owner: readonly string[], known: readonly string[]): string {
  if (known.length === 0) return '; it takes none.';
  const names = known.slice(0, MAX_LISTED).map((name) => [...owner, name].join('.'));
  return `; it has ${names.join(', ')}${known.length > MAX_LISTED ? ', …' : ''}.`;
}
