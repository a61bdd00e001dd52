import { toJsonPath } from '@toolyard/core';
import { checkMappings, findDoubts, HOOK_LIMITS, type Hook } from '@toolyard/hooks';
import { validateArguments } from '@toolyard/runtime';
import type { FieldSpec } from './field-spec.ts';
import { listAllFields, type HookDraft } from './hook-draft.ts';
import { toEditorWords } from '../words/to-editor-words.ts';
import { toParameterWords } from './parameter-words.ts';
import type { FieldProblem } from './protocol.ts';
import { readAction } from './read-action.ts';
import { toHook, toMappingPath, toRowPath, type DraftProblem } from './to-hook.ts';

/** What is known around a draft. */
export interface DraftSurroundings {
  /** Of the chosen tool; `undefined` where it is not known. */
  readonly schema: unknown;
  /** The ids of the other hooks of the folder and of the user. */
  readonly taken: readonly string[];
  /** What is wrong with the chosen tool, such as that its server is gone. */
  readonly tool: readonly FieldProblem[];
}

/** A draft, and everything that is to be said about it, where it is to be said. */
export interface CheckedDraft {
  /** Absent where it cannot be saved. */
  readonly hook?: Hook;
  /** By the keys of fields. */
  readonly fields: ReadonlyMap<string, readonly FieldProblem[]>;
  /** By the names of parameters. */
  readonly rows: ReadonlyMap<string, readonly FieldProblem[]>;
  /** About the mappings as a whole. */
  readonly mapping: readonly FieldProblem[];
  /** About what the form does not show. */
  readonly others: readonly FieldProblem[];
}

const ALL_MAPPINGS = '$.action.parameters.parameterMappings';

/** Checks a draft with the rules of hooks files and of the tool's schema. */
export async function checkDraft(draft: HookDraft, surroundings: DraftSurroundings): Promise<CheckedDraft> {
  const read = toHook(draft);
  const remarks = [...(read.rest === undefined ? [] : toDraftProblems(findDoubts(read.rest)))];
  const call = await checkCall(draft, surroundings.schema);
  const problems = [...read.problems, ...remarks, ...findTaken(draft, surroundings.taken)];
  const names = read.mapped.map(({ parameter }) => parameter);
  const sorted = sortProblems(problems, { specs: listAllFields(draft), names });
  const sortedCall = sortProblems(call.problems, { specs: [], names: call.names });
  const fields = new Map(sorted.fields);
  if (surroundings.tool.length > 0) fields.set(TOOL, [...(fields.get(TOOL) ?? []), ...surroundings.tool]);
  const rows = joinMaps(sorted.rows, sortedCall.rows);
  const mapping = [...sorted.mapping, ...sortedCall.mapping];
  const all = [...[...fields.values()].flat(), ...[...rows.values()].flat(), ...mapping, ...sorted.others];
  const isRight = read.hook !== undefined && all.every(({ severity }) => severity !== 'error');
  return { ...(isRight && read.hook && { hook: read.hook }), fields, rows, mapping, others: sorted.others };
}

const TOOL = 'mcp.tool';

type PathProblem = { readonly path: readonly (string | number)[] } & FieldProblem;

function toDraftProblems(problems: readonly PathProblem[]): readonly DraftProblem[] {
  return problems.map(({ path, message, severity }) => ({
    path: toJsonPath(path),
    message: toEditorWords(message),
    severity,
  }));
}

/** Compares mappings with the schema, also while something else of the hook is still wrong. */
async function checkCall(
  draft: HookDraft,
  schema: unknown,
): Promise<{ readonly problems: readonly DraftProblem[]; readonly names: readonly string[] }> {
  const read = schema === undefined ? undefined : readAction(draft);
  if (read?.action.type !== 'mcp') return { problems: [], names: [] };
  const found = toDraftProblems(await checkMappings(read.action, schema, validateArguments));
  // A parameter whose text is wrong is not missing as well.
  const typed = draft.mappings.filter(({ mapping }) => mapping.source !== 'none').map(({ parameter }) => parameter);
  const problems = found.flatMap((problem) => {
    const missing = MISSING.exec(problem.message)?.[1];
    if (missing === undefined || problem.path !== ALL_MAPPINGS) return [problem];
    const message = 'This parameter is required';
    return typed.includes(missing) ? [] : [{ ...problem, message, path: toRowPath(missing) }];
  });
  return { problems, names: read.mapped.map(({ parameter }) => parameter) };
}

const MISSING = /^"(.+)" is required but not mapped/;

function findTaken({ values }: HookDraft, taken: readonly string[]): readonly DraftProblem[] {
  const id = values['id'];
  if (typeof id !== 'string' || !taken.includes(id.trim())) return [];
  return [{ path: '$.id', message: `Another hook has the id "${id.trim()}"`, severity: 'error' }];
}

interface SortedProblems {
  readonly fields: ReadonlyMap<string, readonly FieldProblem[]>;
  readonly rows: ReadonlyMap<string, readonly FieldProblem[]>;
  readonly mapping: readonly FieldProblem[];
  readonly others: readonly FieldProblem[];
}

function sortProblems(
  problems: readonly DraftProblem[],
  { specs, names }: { readonly specs: readonly FieldSpec[]; readonly names: readonly string[] },
): SortedProblems {
  const fields = new Map<string, FieldProblem[]>();
  const rows = new Map<string, FieldProblem[]>();
  const mapping: FieldProblem[] = [];
  const others: FieldProblem[] = [];
  for (const problem of problems) {
    const row = findRow(problem.path, names);
    const spec = specs.find((each) => isWithinPath(problem.path, pathOf(each)));
    if (row !== undefined) add(rows, row, toFieldProblem(problem));
    else if (problem.path.startsWith(ALL_MAPPINGS)) mapping.push(toFieldProblem(problem));
    else if (spec === undefined) others.push(toFieldProblem(problem));
    else add(fields, spec.key, toFieldProblem(problem, spec));
  }
  return { fields, rows, mapping, others };
}

function pathOf({ path, kind }: FieldSpec): readonly string[] {
  const parameters = toJsonPath(path.slice(0, -1));
  return kind === 'tool' ? [`${parameters}.serverId`, `${parameters}.toolName`] : [toJsonPath(path)];
}

function isWithinPath(path: string, outer: readonly string[]): boolean {
  return outer.some((start) => path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`));
}

function findRow(path: string, names: readonly string[]): string | undefined {
  const [, own] = /^\$\.action\.parameters\.parameterMappings\{(.*)\}$/s.exec(path) ?? [];
  if (own !== undefined) return own;
  return names.find((_, index) => isWithinPath(path, [toMappingPath(index)]));
}

/** The words of files name a value by its path; here it has a label. */
function toFieldProblem({ message, severity }: DraftProblem, spec?: FieldSpec): FieldProblem {
  if (spec === undefined) return { severity, message: message.replace(/^action\.parameters\.\S+ must/, 'It must') };
  const { minTimeoutMs, maxTimeoutMs } = HOOK_LIMITS;
  if (spec.kind === 'seconds') {
    return { severity, message: `${spec.label} must be from ${minTimeoutMs / 1000} to ${maxTimeoutMs / 1000}` };
  }
  if (message.startsWith('Missing required field')) return { severity, message: sayMissing(message, spec) };
  const [path, ...steps] = pathOf(spec).map((each) => each.slice('$.'.length));
  const isNamed = path !== undefined && steps.length === 0 && message.startsWith(path);
  return { severity, message: isNamed ? spec.label + message.slice(path.length) : message };
}

function sayMissing(message: string, { label, kind }: FieldSpec): string {
  if (kind === 'tool') return 'Choose a tool';
  const other = / or (\S+)$/.exec(message)?.[1];
  return other === undefined
    ? 'This field is required'
    : `"${label}" or "${toParameterWords(other).label}" is required`;
}

function add(map: Map<string, FieldProblem[]>, key: string, problem: FieldProblem): void {
  const found = map.get(key) ?? [];
  if (!found.some(({ message }) => message === problem.message)) map.set(key, [...found, problem]);
}

function joinMaps(
  left: ReadonlyMap<string, readonly FieldProblem[]>,
  right: ReadonlyMap<string, readonly FieldProblem[]>,
): ReadonlyMap<string, readonly FieldProblem[]> {
  const joined = new Map(left);
  for (const [key, problems] of right) joined.set(key, [...(joined.get(key) ?? []), ...problems]);
  return joined;
}
