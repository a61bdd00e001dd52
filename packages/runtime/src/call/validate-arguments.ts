import {
  formatPath,
  isJsonObject,
  parsePointer,
  toMessage,
  ToolyardError,
  type CatalogueEntry,
  type JsonObject,
} from '@toolyard/core';
import { compileSchema } from './arguments/compile-schema.ts';
import type { CompiledSchema, Fault } from './arguments/compile-schema.ts';
import { describeFault } from './arguments/describe-fault.ts';
import { findUnknownArguments } from './arguments/find-unknown-arguments.ts';
import { mergeAlternatives } from './arguments/merge-alternatives.ts';

/** One thing that is wrong with the arguments of a call. */
export interface ArgumentProblem {
  /** Where it is, as people write it: `filter.tags[0]`; empty for the arguments as a whole. */
  readonly path: string;
  readonly message: string;
}

/** What a validation gave. */
export interface ArgumentValidation {
  /** Everything that is wrong, with the names that were mistyped last; empty where nothing is wrong. */
  readonly problems: readonly ArgumentProblem[];
  /** Why nothing could be checked; the server then has to judge for itself. */
  readonly unchecked?: string;
}

/** Of very many nobody reads the last; each alternative among them is compared with all its branches. */
const MAX_FAULTS = 1000;

const compiled = new WeakMap<JsonObject, Promise<CompiledSchema>>();

/** Checks arguments by a tool's schema, which is compiled once; never throws, and never quotes a secret. */
export async function validateArguments(schema: unknown, values: JsonObject): Promise<ArgumentValidation> {
  if (!isJsonObject(schema)) return { problems: [], unchecked: 'the tool has no schema' };
  let compiling = compiled.get(schema);
  if (compiling === undefined) {
    compiling = compileSchema(schema);
    compiled.set(schema, compiling);
  }
  const result = await compiling;
  if ('reason' in result) return { problems: [], unchecked: result.reason };
  if (!result.isAffordable(values)) {
    return { problems: [], unchecked: 'they have too many parts or levels to be checked by its schema' };
  }
  try {
    const faults = result.check(values).slice(0, MAX_FAULTS);
    const problems = toProblems(mergeAlternatives(faults, schema));
    if (problems.length === 0) return { problems };
    // What is required is mostly there, under a name that was mistyped.
    const mistyped = findUnknownArguments(schema, values)
      .filter(({ meant }) => meant !== undefined)
      .map(({ message }) => ({ path: '', message }));
    const others = problems.filter(({ message }) => !mistyped.some((same) => same.message.startsWith(message)));
    return { problems: [...others, ...mistyped] };
  } catch (error) {
    // A schema that refers to itself without end.
    return { problems: [], unchecked: toMessage(error) };
  }
}

/** Why a tool does not take these arguments, with every problem; `undefined` where it does, or where nothing could be checked. */
export async function checkArguments(
  { id, definition }: Pick<CatalogueEntry, 'id' | 'definition'>,
  values: JsonObject,
): Promise<ToolyardError | undefined> {
  const { problems } = await validateArguments(definition['inputSchema'], values);
  return problems.length === 0 ? undefined : toArgumentsInvalid(id, problems);
}

/** The error of a call whose arguments have these problems. */
export function toArgumentsInvalid(tool: string, problems: readonly ArgumentProblem[]): ToolyardError {
  const all = problems.map(formatArgumentProblem).join('; ');
  return new ToolyardError('arguments-invalid', `Invalid parameters for ${tool}: ${all}`);
}

/** A problem as one line: `city: is required`. */
export function formatArgumentProblem({ path, message }: ArgumentProblem): string {
  return path === '' ? message : `${path}: ${message}`;
}

function toProblems(faults: readonly Fault[]): readonly ArgumentProblem[] {
  const problems = faults.map((fault) => {
    const path = parsePointer(fault.instancePath);
    const missing = fault.params['missingProperty'];
    const named = typeof missing === 'string' ? [...path, missing] : path;
    return { path: formatPath(named), message: describeFault(fault, path) };
  });
  return [...new Map(problems.map((problem) => [formatArgumentProblem(problem), problem])).values()];
}
