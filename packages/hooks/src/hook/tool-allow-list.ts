import { isDestructiveTool, matchText, parseToolId, toToolId } from '@toolyard/core';

/** The tools that a model may call. What neither of the two names it may not. */
export interface ToolAllowList {
  /** Tool ids `key:tool`, which allow that very tool whatever it says of itself, and globs `key:list_*`. */
  readonly tools: readonly string[];
  /** Keys of servers, for all of their tools that are not destructive. */
  readonly servers: readonly string[];
}

/** A tool that a model wants to call. */
export interface WantedTool {
  readonly server: string;
  readonly name: string;
  readonly definition: Readonly<Record<string, unknown>>;
}

/** An entry for several tools of one server. */
export function isToolGlob(entry: string): boolean {
  return /[*?{}]/.test(parseToolId(entry)?.tool ?? '');
}

/** The keys of all servers that the list is about, each once, in their order. */
export function serversOfList({ tools, servers }: ToolAllowList): readonly string[] {
  return [...new Set([...servers, ...tools.flatMap((entry) => parseToolId(entry)?.server ?? [])])];
}

/** Whether an entry of `tools` names a tool, destructive or not. */
export function matchesEntry(entry: string, server: string, name: string): boolean {
  const parsed = parseToolId(entry);
  if (parsed?.server !== server) return false;
  // A slash in the name of a tool is a letter like any other.
  return isToolGlob(entry) ? matchText(parsed.tool.replaceAll(/\*+/g, '**'), name) : parsed.tool === name;
}

/** Why a model may not call a tool, for the model and for people; `undefined` where it may. */
export function explainForbidden(list: ToolAllowList, { server, name, definition }: WantedTool): string | undefined {
  const id = toToolId(server, name);
  const named = list.tools.filter((entry) => matchesEntry(entry, server, name));
  if (named.some((entry) => !isToolGlob(entry))) return undefined;
  if (named.length === 0 && !list.servers.includes(server)) {
    return `${id} was not called: it is not among the tools that this hook allows`;
  }
  if (!isDestructiveTool(definition)) return undefined;
  return `${id} was not called: it may destroy something, and this hook does not list it by its full name`;
}
