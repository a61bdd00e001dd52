import { DEFAULT_SETTINGS, type JsonObject } from '@toolyard/core';
import { CONFIGURATION_FIELDS, DATA_VERSION, type UnusedData } from './parse-plugin-data.ts';
import type { PluginData, StoredServer } from './plugin-data.ts';

/** What data.json holds for these settings, together with what is not ours. */
export function toStoredData(data: PluginData, { members, servers }: UnusedData): JsonObject {
  const settings = Object.entries(CONFIGURATION_FIELDS)
    // The names of tools are no setting of the first files, and need not stand in new ones.
    .filter(([name, field]) => name !== 'mcpNaming' || data[field] !== DEFAULT_SETTINGS[field])
    .map(([name, field]) => [name, data[field]] as const);
  return {
    ...members,
    version: DATA_VERSION,
    mcpServers: [...data.servers.map(toStoredServer), ...servers],
    ...Object.fromEntries(settings),
  };
}

function toStoredServer({ id, name, enabled, definition, health, sectionBindings }: StoredServer): JsonObject {
  const { name: _builtin, ...fields } = definition;
  return { id, name, enabled, ...fields, ...health, sectionBindings };
}
