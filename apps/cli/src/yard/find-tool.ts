import {
  askWhetherMeant,
  type CatalogueEntry,
  type Configuration,
  nearest,
  parseToolId,
  type ServerStatus,
  type ShownConfiguration,
  toJsonPath,
  toLine,
  ToolyardError,
  toVisibleLine,
  type Yard,
} from '@toolyard/core';
import { createToolNames, serverOf, describeFailure } from '@toolyard/host';
import { systemClock } from '@toolyard/node';
import { explainServer } from '@toolyard/runtime';
import { describeKnown, selectServer } from './select-server.ts';

/** What a tool is looked for in. */
type ShownYard = Pick<Yard, 'catalogue' | 'servers'>;

/** The part of the configuration that a call to this name needs: one server where the name says which. */
export function selectForTool(configuration: Configuration, name: string): Configuration {
  const key = serverOf(configuration, name);
  return key === undefined ? configuration : selectServer(configuration, key);
}

/** Finds a tool by its id, its exposed name, or a bare name that only one tool has; throws where there is none. */
export function findTool(configuration: ShownConfiguration, yard: ShownYard, name: string): CatalogueEntry {
  const names = createToolNames(configuration, yard.catalogue);
  const found = names.resolve(name);
  if (found !== undefined && 'ambiguous' in found) {
    throw new ToolyardError(
      'usage',
      `Several servers have a tool "${name}". Use one of: ${found.ambiguous.map(toVisibleLine).join(', ')}`,
    );
  }
  const tool = found === undefined ? undefined : yard.catalogue.find('tools', found.id);
  if (tool !== undefined) return tool;
  throw explainAbsence(configuration, yard, name);
}

function explainAbsence(configuration: ShownConfiguration, yard: ShownYard, name: string): ToolyardError {
  const key = serverOf(configuration, name);
  const down = yard.servers().filter((status) => status.state !== 'running' && status.state !== 'disabled');
  const named = yard.servers().find((status) => status.key === key);
  if (named !== undefined && named.state !== 'running' && named.state !== 'idle') {
    return toUnavailable(named);
  }
  const near = findNear(yard, name);
  const hint = near.length > 0 ? [askWhetherMeant(near)] : [];
  const unknown = key === undefined ? parseToolId(name)?.server : undefined;
  if (unknown !== undefined) return toUnknownServer(configuration, unknown, hint);
  const lines = [`Tool not found: ${name}`, ...hint];
  for (const status of down) lines.push(toLine(explain(status)));
  return new ToolyardError('tool-not-found', lines.join('\n'));
}

function explain(status: ServerStatus): string {
  return describeFailure(status) === undefined
    ? `Server "${status.key}" is still ${status.state}`
    : explainServer(status, systemClock.now());
}

/** Why a server that is down cannot be used, and what to do; where its configuration is wrong, programs get the code of that. */
export function toUnavailable(status: ServerStatus): ToolyardError {
  const { key, code, reason: message = '' } = status;
  const problems = code === undefined ? [] : [{ code, path: toJsonPath(['mcpServers', key]), message, server: key }];
  return new ToolyardError('server-unavailable', explain(status), { problems });
}

function findNear({ catalogue }: ShownYard, name: string): readonly string[] {
  const bare = parseToolId(name)?.tool ?? name;
  const tools = catalogue.list('tools');
  const byId = nearest(
    name,
    tools.map((tool) => tool.id),
  );
  const byName = tools.filter((tool) => nearest(bare, [tool.name]).length > 0).map((tool) => tool.id);
  return [...new Set([...byId, ...byName])].slice(0, 3);
}

function toUnknownServer({ servers }: ShownConfiguration, key: string, hint: readonly string[]): ToolyardError {
  const lines = hint.length > 0 ? hint : [describeKnown(servers, key)];
  return new ToolyardError('server-not-found', [`Server not found: ${key}`, ...lines].join('\n'));
}
