import {
  expandProgram,
  resolveArguments,
  resolveOperation,
  rulesOf,
  type CustomAction,
  type Hook,
  type McpAction,
  type OperationAction,
} from '@toolyard/hooks';
import { formatArgumentProblem, validateArguments } from '@toolyard/runtime';
import { previewAgent, type AgentPreviewOptions } from './preview-agent.ts';

/** What a run would give its tool or program, and everything that would keep it from doing so. */
export interface RunPreview {
  readonly arguments?: unknown;
  readonly problems: readonly string[];
}

export interface PreviewOptions {
  /** Of the tool's arguments; nothing is known about those of a program. */
  readonly schema: unknown;
  /** What is known of models and tools; nothing is said of those of an `agent` action where it is absent. */
  readonly agent?: AgentPreviewOptions | undefined;
  /** Takes secrets out of a value. */
  redact(value: unknown): unknown;
}

/** Works out what a hook would give its tool or program for this context, without secrets; nothing is called. */
export async function previewRun(
  hook: Pick<Hook, 'action'>,
  context: Readonly<Record<string, unknown>>,
  { schema, agent, redact }: PreviewOptions,
): Promise<RunPreview> {
  const { problems, ...given } = await resolve(hook, context, { schema, agent });
  const shown = problems.map((problem) => String(redact(problem)));
  return 'arguments' in given ? { arguments: redact(given.arguments), problems: shown } : { problems: shown };
}

type Context = Readonly<Record<string, unknown>>;

/** One function for each type of action, none of which does anything. */
async function resolve(
  { action }: Pick<Hook, 'action'>,
  context: Context,
  { schema, agent }: Pick<PreviewOptions, 'schema' | 'agent'>,
): Promise<RunPreview> {
  switch (action.type) {
    case 'mcp':
      return previewCall(action, context, schema);
    case 'custom':
      return previewProgram(action, context);
    default:
      return previewOperation(action, context, agent);
  }
}

async function previewOperation(
  action: OperationAction,
  context: Context,
  agent: PreviewOptions['agent'],
): Promise<RunPreview> {
  const resolved = resolveOperation(rulesOf(action), action.parameters, context);
  if ('problems' in resolved) return resolved;
  const given = { operation: action.parameters.operation, ...resolved.values };
  if (action.type !== 'agent' || given.operation !== 'ask' || agent === undefined) {
    return { arguments: given, problems: [] };
  }
  const { problems, ...preview } = await previewAgent(action, agent);
  return { arguments: { ...given, ...preview }, problems };
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
