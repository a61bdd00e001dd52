import {
  askWhetherMeant,
  type CatalogueEntry,
  type Configuration,
  nearest,
  parseToolId,
  type ShownConfiguration,
  toLine,
  ToolyardError,
  toVisibleLine,
  type Yard,
} from '@toolyard/core';
import { createToolNames, serverOf, describeFailure } from '@toolyard/host';
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
    const why = describeFailure(named) ?? `Server "${named.key}" is still ${named.state}`;
    return new ToolyardError('server-unavailable', why);
  }
  const near = findNear(yard, name);
  const hint = near.length > 0 ? [askWhetherMeant(near)] : [];
  const unknown = key === undefined ? parseToolId(name)?.server : undefined;
  if (unknown !== undefined) return toUnknownServer(configuration, unknown, hint);
  const lines = [`Tool not found: ${name}`, ...hint];
  for (const status of down) {
    lines.push(toLine(describeFailure(status) ?? `Server "${status.key}" is still ${status.state}`));
  }
  return new ToolyardError('tool-not-found', lines.join('\n'));
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
