import { expandProgram, resolveArguments, type CustomAction, type Hook, type McpAction } from '@toolyard/hooks';
import { formatArgumentProblem, validateArguments } from '@toolyard/runtime';

/** What a run would give its tool or program, and everything that would keep it from doing so. */
export interface RunPreview {
  readonly arguments?: unknown;
  readonly problems: readonly string[];
}

export interface PreviewOptions {
  /** Of the tool's arguments; nothing is known about those of a program. */
  readonly schema: unknown;
  /** Takes secrets out of a value. */
  redact(value: unknown): unknown;
}

/** Works out what a hook would give its tool or program for this context, without secrets; nothing is called. */
export async function previewRun(
  hook: Pick<Hook, 'action'>,
  context: Readonly<Record<string, unknown>>,
  { schema, redact }: PreviewOptions,
): Promise<RunPreview> {
  const { problems, ...given } = await resolve(hook, context, schema);
  const shown = problems.map((problem) => String(redact(problem)));
  return 'arguments' in given ? { arguments: redact(given.arguments), problems: shown } : { problems: shown };
}

type Context = Readonly<Record<string, unknown>>;

/** One function for each type of action, none of which does anything. */
async function resolve({ action }: Pick<Hook, 'action'>, context: Context, schema: unknown): Promise<RunPreview> {
  switch (action.type) {
    case 'mcp':
      return previewCall(action, context, schema);
    case 'custom':
      return previewProgram(action, context);
    default:
      throw new Error(`There is no preview of ${JSON.stringify(action satisfies never)}`);
  }
}

async function previewCall({ parameters }: McpAction, context: Context, schema: unknown): Promise<RunPreview> {
  const resolved = resolveArguments(parameters.parameterMappings, context, schema);
  if ('problems' in resolved) {
    return { problems: resolved.problems.map(({ toolParam, message }) => `${toolParam}: ${message}`) };
  }
  const { problems } = await validateArguments(schema, resolved.arguments);
  return { arguments: resolved.arguments, problems: problems.map(formatArgumentProblem) };
}

function previewProgram({ parameters }: CustomAction, context: Context): RunPreview {
  const expanded = expandProgram(parameters, context);
  if ('problems' in expanded) return expanded;
  const { command, cwd } = parameters;
  return { arguments: { command, args: expanded.args, cwd, env: expanded.env }, problems: [] };
}
