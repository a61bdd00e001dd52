import { toCanonicalJson, type JsonObject } from '@toolyard/core';
import { CONFIGURATION_FIELDS, DATA_VERSION, type UnusedData } from './parse-plugin-data.ts';
import { NO_DATA, type AssistantSettings, type PluginData, type StoredServer } from './plugin-data.ts';

/** What members of a server count as where they are not stored, or cannot be used. */
const UNSET: JsonObject = { enabled: false, failureCount: 0, autoDisabled: false };

/** What data.json holds for these settings, together with what is not ours or could not be used. */
export function toStoredData(data: PluginData, { members, servers }: UnusedData): JsonObject {
  const settings = Object.entries(CONFIGURATION_FIELDS)
    // The names of tools are no setting of the first files, and need not stand in new ones.
    .filter(([name, field]) => data[field] !== NO_DATA[field] || (name !== 'mcpNaming' && !(name in members)))
    .map(([name, field]) => [name, data[field]] as const);
  return {
    ...members,
    version: DATA_VERSION,
    mcpServers: [...data.servers.map(toStoredServer), ...servers],
    ...Object.fromEntries(settings),
    ...toStoredAssistant(data.assistant),
  };
}

/** Nothing where everything is as it is anyway. */
function toStoredAssistant({ unused = {}, ...assistant }: AssistantSettings): JsonObject {
  const chosen = Object.entries(assistant).filter(
    ([name, value]) => toCanonicalJson(value) !== toCanonicalJson(Reflect.get(NO_DATA.assistant, name) ?? null),
  );
  const stored = { ...unused, ...Object.fromEntries(chosen) };
  return Object.keys(stored).length === 0 ? {} : { assistant: stored };
}

function toStoredServer(server: StoredServer): JsonObject {
  const { id, name, enabled, definition, health, sectionBindings, unused = {} } = server;
  const { name: _builtin, ...fields } = definition;
  const { sectionBindings: bindings = [], ...others } = unused;
  const unusedBindings: readonly unknown[] | undefined = Array.isArray(bindings) ? bindings : undefined;
  const members: JsonObject = { enabled, ...health };
  // What was changed takes the place of what could not be used.
  const kept = Object.entries(others).filter(([member]) => member === 'id' || members[member] === UNSET[member]);
  return {
    id,
    name,
    enabled,
    ...fields,
    ...health,
    ...Object.fromEntries(kept),
    sectionBindings: unusedBindings === undefined ? bindings : [...sectionBindings, ...unusedBindings],
  };
}
