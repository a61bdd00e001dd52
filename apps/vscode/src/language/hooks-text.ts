import type { JsonPath } from '@toolyard/core';
import type { HooksFormat, LooseValues, McpServer, McpTool } from '@toolyard/hooks';

/** The text of a hooks file as it is in the editor, saved or not, and what the folder knows of servers. */
export interface HooksText {
  readonly text: string;
  readonly format: HooksFormat;
  readonly servers: readonly McpServer[];
}

/** From where to where something goes in a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What a value of a hook stands for, besides what the format says about it. */
export type PlaceRole =
  | { readonly kind: 'server' }
  | { readonly kind: 'tool'; readonly server: string }
  /** A tool in the list of an agent: `server:tool`. */
  | { readonly kind: 'tool id' }
  | { readonly kind: 'parameter'; readonly server: string; readonly tool: string }
  /** The name of a value of the event. */
  | { readonly kind: 'context'; readonly hook: number }
  /** A text that names values of the event in braces. */
  | { readonly kind: 'template'; readonly hook: number };

/** What stands at a path of a hooks file. */
export function findRole(path: JsonPath, at: 'key' | 'value', values: LooseValues): PlaceRole | undefined {
  const [list, hook, part, ...rest] = path;
  if (list !== 'hooks' || typeof hook !== 'number') return undefined;
  if (part === 'trigger') {
    return at === 'key' && rest[0] === 'if' && rest.length === 2 ? { kind: 'context', hook } : undefined;
  }
  const isParameter = part === 'action' && rest[0] === 'parameters' && at === 'value';
  return isParameter ? findParameterRole(rest.slice(1), hook, values) : undefined;
}

const FIXED: readonly unknown[] = ['operation', 'timeout', 'command', undefined];

function findParameterRole(inner: JsonPath, hook: number, values: LooseValues): PlaceRole | undefined {
  const parameters = ['hooks', hook, 'action', 'parameters'];
  const type = values(['hooks', hook, 'action', 'type']);
  if (type === 'mcp' || type === undefined) return findToolRole(inner, hook, { parameters, values });
  if (type === 'agent' && inner[0] === 'tools' && inner.length === 2) return { kind: 'tool id' };
  return FIXED.includes(inner[0]) ? undefined : { kind: 'template', hook };
}

function findToolRole(
  inner: JsonPath,
  hook: number,
  { parameters, values }: { readonly parameters: JsonPath; readonly values: LooseValues },
): PlaceRole | undefined {
  const [name, index, field] = inner;
  const server = values([...parameters, 'serverId']) ?? '';
  if (name === 'serverId') return { kind: 'server' };
  if (name === 'toolName') return { kind: 'tool', server };
  if (name !== 'parameterMappings' || index === undefined) return undefined;
  if (field === 'toolParam') {
    return { kind: 'parameter', server, tool: values([...parameters, 'toolName']) ?? '' };
  }
  if (field !== 'value') return undefined;
  const source = values([...parameters, 'parameterMappings', index, 'source']);
  if (source === 'context') return { kind: 'context', hook };
  return source === 'template' ? { kind: 'template', hook } : undefined;
}

/** A tool that a server offers, by the names that hooks use. */
export function findOfferedTool(servers: readonly McpServer[], server: string, tool: string): McpTool | undefined {
  return servers.find(({ id }) => id === server)?.tools.find(({ name }) => name === tool);
}
