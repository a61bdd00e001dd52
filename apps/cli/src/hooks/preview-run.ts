import { expandProgram, resolveArguments, type Hook } from '@toolyard/hooks';
import { formatArgumentProblem, validateArguments } from '@toolyard/runtime';

/** What a run would give its tool or program, and everything that would keep it from doing so. */
export interface RunPreview {
  readonly arguments?: unknown;
  readonly problems: readonly string[];
}

/** Works out what a hook would give its tool or program for this context; nothing is called. */
export async function previewRun(
  { action }: Pick<Hook, 'action'>,
  context: Readonly<Record<string, unknown>>,
  schema: unknown,
): Promise<RunPreview> {
  if (action.type === 'custom') {
    const expanded = expandProgram(action.parameters, context);
    if ('problems' in expanded) return expanded;
    const { command, cwd } = action.parameters;
    return { arguments: { command, args: expanded.args, cwd, env: expanded.env }, problems: [] };
  }
  const resolved = resolveArguments(action.parameters.parameterMappings, context, schema);
  if ('problems' in resolved) {
    return { problems: resolved.problems.map(({ toolParam, message }) => `${toolParam}: ${message}`) };
  }
  const { problems } = await validateArguments(schema, resolved.arguments);
  return { arguments: resolved.arguments, problems: problems.map(formatArgumentProblem) };
}
