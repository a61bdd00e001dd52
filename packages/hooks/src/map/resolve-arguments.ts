import { assignPath, toShapes, toTypes } from '@toolyard/core';
import type { ParameterMapping } from '../hook/hook.ts';
import { convertValue, fitsType } from './convert-value.ts';
import { expandTemplate, sayMissing, type ExpandedTemplate } from './expand-template.ts';
import { parseContextPath } from './parse-context-path.ts';
import { placeMappings, type PlacedMapping } from './place-mappings.ts';
import { readValue } from './read-value.ts';
import { toText } from './to-text.ts';

/** A parameter that got no value, and why. */
export interface UnresolvedParameter {
  readonly toolParam: string;
  readonly message: string;
}

/** The arguments of a call, or everything that kept them from being complete. */
export type ResolvedArguments =
  | { readonly arguments: Record<string, unknown> }
  | { readonly problems: readonly UnresolvedParameter[] };

/** Makes the arguments of a call out of mappings and a context, converted by the tool's schema; validation comes after. */
export function resolveArguments(
  mappings: readonly ParameterMapping[],
  context: Readonly<Record<string, unknown>>,
  schema: unknown,
): ResolvedArguments {
  const values: Record<string, unknown> = {};
  const problems: UnresolvedParameter[] = [];
  for (const placed of placeMappings(mappings, schema)) {
    const resolved = resolveMapping(placed, context, schema);
    if ('value' in resolved) assignPath(values, placed.path, resolved.value);
    else problems.push(...resolved.problems.map((message) => ({ toolParam: placed.mapping.toolParam, message })));
  }
  return problems.length > 0 ? { problems } : { arguments: values };
}

/** The value of one mapping, as the tool's schema wants it. */
export function resolveMapping(placed: PlacedMapping, context: unknown, root: unknown): ExpandedTemplate {
  const { mapping, schema, clash } = placed;
  if (clash !== undefined) return { problems: [clash], missing: false };
  const found = readSource(mapping, context);
  const hasDefault = 'problems' in found && found.missing && mapping.default !== undefined;
  if ('problems' in found && !hasDefault) return found;
  const value = 'value' in found ? toWantedText(found.value, placed, root) : mapping.default;
  return { value: convertValue(value, schema, root) };
}

function readSource({ source, value }: ParameterMapping, context: unknown): ExpandedTemplate {
  if (source === 'literal') return { value };
  if (source === 'template') return expandTemplate(value, context);
  const name = toText(value);
  const found = readValue(context, parseContextPath(name) ?? [name]);
  return found === undefined ? { problems: [sayMissing(name)], missing: true } : { value: found };
}

/** A template was written as a text, so a text it gives wherever the tool wants nothing but that. */
function toWantedText(value: unknown, { mapping, schema }: PlacedMapping, root: unknown): unknown {
  if (mapping.source !== 'template' || typeof mapping.value !== 'string' || value === null) return value;
  const types = toTypes(toShapes(schema, root));
  return types.has('string') && !fitsType(value, types) ? toText(value) : value;
}
