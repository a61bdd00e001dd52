import { findNearest, type JsonPath } from '@toolyard/core';
import { checkMappings, findDoubts, parseHooksFile, type Hook, type McpAction, type McpServer } from '@toolyard/hooks';
import type { HooksFinding } from '@toolyard/host/hooks';
import { validateArguments } from '@toolyard/runtime';
import { createRanges } from './create-ranges.ts';
import type { HooksText, TextRange } from './hooks-text.ts';
import { toEditorWords } from '../words/to-editor-words.ts';

/** Something wrong in a text, and where. */
export interface TextProblem {
  readonly range: TextRange;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

interface Remark {
  readonly path: JsonPath;
  readonly message: string;
  readonly severity: TextProblem['severity'];
}

/** So many hooks are checked at a stretch, so that typing goes on in between. */
const STRETCH = 25;

const PARAMETERS = ['action', 'parameters'] as const;

/**
 * Everything that is wrong with a text as it is now. Errors of JSON itself are left to the editor, which shows them too; `saved` are the
 * findings about the file, given only where the text is what the file has. `pause` lets others work, and says whether to go on.
 */
export async function checkHooksText(
  { text, format, servers }: HooksText,
  saved: readonly HooksFinding[],
  pause: () => Promise<boolean>,
): Promise<readonly TextProblem[] | undefined> {
  const { hooks, places, problems, root } = parseHooksFile(text, { format });
  const rangeAt = createRanges(text, root);
  const found: TextProblem[] = problems
    .filter(({ code }) => code !== 'invalid_json')
    .map(({ line, column, message }) => ({
      range: rangeAt(line, column, nameIn(message)),
      message,
      severity: 'error',
    }));
  for (const [index, hook] of hooks.entries()) {
    if (index % STRETCH === 0 && !(await pause())) return undefined;
    for (const { path, message, severity } of [...findDoubts(hook), ...(await checkTool(hook, servers))]) {
      const { line, column } = places.locate(hook.id, path);
      found.push({ range: rangeAt(line, column, nameIn(message)), message, severity });
    }
  }
  const taken = new Set(found.map(({ range }) => range.start));
  const others = saved
    // What is wrong with the format was found above.
    .filter(({ code }) => code === undefined)
    .map(({ line, column, message, severity }) => ({
      range: rangeAt(line, column, nameIn(message)),
      message,
      severity,
    }))
    .filter(({ range }) => !taken.has(range.start));
  const all = withoutRepeats([...found, ...others]);
  return all.map((problem) => ({ ...problem, message: toEditorWords(problem.message) }));
}

/** The name of a value that a problem is about, which may stand in a long text. */
function nameIn(message: string): string | undefined {
  return /^(?:Unknown name )?"([^"]+)"/.exec(message)?.[1];
}

/** Hooks that share a part of the file share its problems. */
function withoutRepeats(problems: readonly TextProblem[]): readonly TextProblem[] {
  const byPlace = new Map(problems.map((problem) => [`${problem.range.start} ${problem.message}`, problem]));
  return [...byPlace.values()];
}

async function checkTool({ action }: Hook, servers: readonly McpServer[]): Promise<readonly Remark[]> {
  // Before servers were looked for, nothing is known of any.
  if (action.type !== 'mcp' || servers.length === 0) return [];
  const { serverId, toolName } = action.parameters;
  const server = servers.find(({ id }) => id === serverId);
  if (server === undefined) {
    const message = `Unknown server "${serverId}"${suggest(
      serverId,
      servers.map(({ id }) => id),
    )}`;
    return [{ path: [...PARAMETERS, 'serverId'], message, severity: 'error' }];
  }
  return [...remarkOnStatus(server), ...(await checkOffered(action, server, toolName))];
}

function remarkOnStatus({ id, status, reason }: McpServer): readonly Remark[] {
  if (status !== 'unavailable') return [];
  const message = `Server "${id}" is unavailable${reason === undefined ? '' : `: ${reason}`}`;
  return [{ path: [...PARAMETERS, 'serverId'], message, severity: 'warning' }];
}

async function checkOffered(action: McpAction, { id, tools }: McpServer, name: string): Promise<readonly Remark[]> {
  if (tools.length === 0) return [];
  const tool = tools.find((each) => each.name === name);
  if (tool !== undefined) return checkMappings(action, tool.inputSchema, validateArguments);
  const message = `Server "${id}" has no tool "${name}"${suggest(
    name,
    tools.map((each) => each.name),
  )}`;
  return [{ path: [...PARAMETERS, 'toolName'], message, severity: 'error' }];
}

function suggest(name: string, known: readonly string[]): string {
  const nearest = findNearest(name, known);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}
