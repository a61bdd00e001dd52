import { assignPath, formatPath, toShapes, type JsonObject } from '@toolyard/core';
import type { McpAction } from '../hook/hook.ts';
import { expandTemplate } from './expand-template.ts';
import { explainUnknownParameter } from './explain-unknown-parameter.ts';
import { findUnmappedParameters, type UnmappedParameter } from './find-unmapped-parameters.ts';
import { placeMappings, type PlacedMapping } from './place-mappings.ts';
import { resolveMapping } from './resolve-arguments.ts';
import { suggestMapping } from './suggest-mappings.ts';

/** Something wrong with the mappings of a hook, and where in the hook it is. */
export interface MappingProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** Checks arguments by a tool's schema; a problem's path is written as `filter.tags[0]`. */
export type ArgumentCheck = (
  schema: unknown,
  values: JsonObject,
) => Promise<{ readonly problems: readonly { readonly path: string; readonly message: string }[] }>;

const MAPPINGS = ['action', 'parameters', 'parameterMappings'] as const;

/** Compares the mappings of an action with the schema of its tool; what only a run can show is left to the run. */
export async function checkMappings(
  action: McpAction,
  schema: unknown,
  validate: ArgumentCheck,
): Promise<readonly MappingProblem[]> {
  const placed = placeMappings(action.parameters.parameterMappings, schema);
  const paths = placed.map(({ path }) => path);
  const names = placed.flatMap((one, index) => checkName(one, index, { paths, schema }));
  const missing = findUnmappedParameters(schema, paths).map((parameter) => toProblem(parameter, schema));
  const values = await checkValues(placed, schema, validate);
  const problems = [...names, ...values.owned, ...missing];
  // They are mostly about the same thing, and say less about it.
  return problems.some(({ severity }) => severity === 'error') ? problems : [...problems, ...values.others];
}

function checkName(
  placed: PlacedMapping,
  index: number,
  { paths, schema }: { readonly paths: readonly (readonly string[])[]; readonly schema: unknown },
): readonly MappingProblem[] {
  const path = [...MAPPINGS, index, 'toolParam'];
  if (placed.clash !== undefined) {
    return [{ path, message: `"${placed.mapping.toolParam}" ${placed.clash}`, severity: 'error' }];
  }
  const unknown = explainUnknownParameter(placed, paths, schema);
  return unknown === undefined ? [] : [{ path, ...unknown }];
}

function toProblem({ path, schema }: UnmappedParameter, root: unknown): MappingProblem {
  const suggested = suggestMapping(path, schema, root);
  const hint =
    suggested === undefined
      ? ''
      : `; the context has a value of that name: { "toolParam": ${JSON.stringify(suggested.toolParam)}, ` +
        `"source": "context", "value": ${JSON.stringify(suggested.value)} }`;
  return { path: MAPPINGS, message: `"${path.join('.')}" is required but not mapped${hint}`, severity: 'error' };
}

/** What the schema refuses of values that stand in the hook; `others` belong to no single one of them. */
async function checkValues(
  placed: readonly PlacedMapping[],
  schema: unknown,
  validate: ArgumentCheck,
): Promise<{ readonly owned: readonly MappingProblem[]; readonly others: readonly MappingProblem[] }> {
  const values: Record<string, unknown> = {};
  const fixed = placed.map((one) => findFixed(one, schema));
  for (const [index, { path }] of placed.entries()) {
    const value = fixed[index];
    if (value !== undefined) assignPath(values, path, value.value);
  }
  const isComplete = fixed.every((value) => value?.field === 'value');
  const severity = isComplete || !hasAlternatives(schema) ? 'error' : 'warning';
  const owned: MappingProblem[] = [];
  const others: MappingProblem[] = [];
  for (const problem of (await validate(schema, values)).problems) {
    const index = findOwner(problem.path, placed);
    const field = fixed[index]?.field;
    const message = problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`;
    if (field !== undefined) owned.push({ path: [...MAPPINGS, index, field], message, severity });
    else if (isComplete) others.push({ path: MAPPINGS, message, severity });
  }
  return { owned, others };
}

/** The value that a mapping has whatever the event is, or falls back to. */
function findFixed(placed: PlacedMapping, schema: unknown): { value: unknown; field: 'value' | 'default' } | undefined {
  const { source, value: given } = placed.mapping;
  const resolved = resolveMapping(placed, {}, schema);
  if (!('value' in resolved)) return undefined;
  const isOwn = source === 'literal' || (source === 'template' && 'value' in expandTemplate(given, {}));
  return { value: resolved.value, field: isOwn ? 'value' : 'default' };
}

/** The mapping of the argument that a written path leads to or into; the closest where several do. */
function findOwner(path: string, placed: readonly PlacedMapping[]): number {
  const starts = placed.map((one) => formatPath(one.path));
  const fitting = starts.filter(
    (start) => path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`),
  );
  const longest = fitting.toSorted((left, right) => right.length - left.length)[0];
  return longest === undefined ? -1 : starts.indexOf(longest);
}

/** Where one parameter decides what another may be, a value can only be judged together with all others. */
function hasAlternatives(schema: unknown): boolean {
  return toShapes(schema, schema).some((shape) => 'anyOf' in shape || 'oneOf' in shape || 'if' in shape);
}
