import { cutText, isJsonObject, locateArgument, toMessage } from '@toolyard/core';
import type { Action, McpAction, NewEvent } from '@toolyard/hooks';
import type { Folder } from '../folder/folder.ts';
import type { HookDraft } from './hook-draft.ts';
import type { FieldProblem, RowPreview } from './protocol.ts';
import { readAction } from './read-action.ts';

/** What a draft would give its tool, program or operation for one event. */
export interface DraftPreview {
  /** By the names of parameters. */
  readonly rows: ReadonlyMap<string, RowPreview>;
  /** Everything together as JSON, cut; absent while something is missing. */
  readonly result?: string;
  readonly problems: readonly FieldProblem[];
}

/** A draft that nothing can be said about yet. */
export const NO_PREVIEW: DraftPreview = { rows: new Map(), problems: [] };

const MAX_VALUE = 500;
const MAX_RESULT = 10_000;

/** Works out what a draft would do for an event; parameters that are right show their value, also beside others that are not. */
export async function previewDraft(
  folder: Pick<Folder, 'preview' | 'findSchema'>,
  draft: HookDraft,
  event: Pick<NewEvent, 'name' | 'values'>,
): Promise<DraftPreview> {
  const read = readAction(draft);
  if (read === undefined) return NO_PREVIEW;
  try {
    return await previewAction(folder, read.action, event);
  } catch (error) {
    return { ...NO_PREVIEW, problems: [{ severity: 'warning', message: toMessage(error) }] };
  }
}

async function previewAction(
  folder: Pick<Folder, 'preview' | 'findSchema'>,
  action: Action,
  event: Pick<NewEvent, 'name' | 'values'>,
): Promise<DraftPreview> {
  const whole = await folder.preview({ action }, event);
  const names = action.type === 'mcp' ? action.parameters.parameterMappings.map(({ toolParam }) => toolParam) : [];
  const failed = new Map(whole.problems.flatMap((problem) => toFailed(problem, names)));
  const others = whole.problems.filter((problem) => toFailed(problem, names).length === 0);
  const given = 'arguments' in whole ? whole.arguments : undefined;
  const isPart = given === undefined && action.type === 'mcp' && failed.size > 0;
  const shown = isPart ? (await folder.preview({ action: without(action, failed) }, event)).arguments : given;
  const rows = new Map(failed);
  if (action.type === 'mcp') {
    const schema = folder.findSchema(action.parameters.serverId, action.parameters.toolName);
    for (const name of names)
      if (!rows.has(name)) rows.set(name, toRowPreview(shown, locateArgument(name, schema).path));
  }
  return {
    rows,
    ...(given !== undefined && { result: toShownJson(given, MAX_RESULT, 2) }),
    problems: others.map((message) => ({ severity: 'warning' as const, message })),
  };
}

function without(action: McpAction, failed: ReadonlyMap<string, unknown>): McpAction {
  const { parameterMappings } = action.parameters;
  const right = parameterMappings.filter(({ toolParam }) => !failed.has(toolParam));
  return { ...action, parameters: { ...action.parameters, parameterMappings: right } };
}

/** The parameter that a problem is about: the closest where several could be meant. */
function toFailed(problem: string, names: readonly string[]): readonly (readonly [string, RowPreview])[] {
  const fitting = names.filter((name) => problem.startsWith(name) && /^[:.[ ]/.test(problem.slice(name.length)));
  const [name] = fitting.toSorted((left, right) => right.length - left.length);
  if (name === undefined) return [];
  return [[name, { kind: 'problem', message: problem.slice(name.length).replace(/^: /, '') }]];
}

function toRowPreview(given: unknown, path: readonly string[]): RowPreview {
  let value = given;
  for (const name of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return { kind: 'none' };
    value = value[name];
  }
  return { kind: 'value', text: toShownJson(value, MAX_VALUE) };
}

/** A value as JSON that is short enough to be shown. */
export function toShownJson(value: unknown, limit: number, indent: number = 0): string {
  return cutText(JSON.stringify(value, undefined, indent) ?? 'null', limit);
}
