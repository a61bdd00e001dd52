import { toCanonicalJson } from '@toolyard/core';
import { findDefinitionProblems, checkSetting } from '@toolyard/host';
import { checkServerName } from './check-server-name.ts';
import { checkAssistant } from './read-assistant-settings.ts';
import { CONFIGURATION_FIELDS } from './parse-plugin-data.ts';
import type { PluginData, StoredServer } from './plugin-data.ts';

/** What is wrong with a change of the settings, a sentence each for people; what was wrong before is no part of it. */
export function checkChange(before: PluginData, after: PluginData): readonly string[] {
  return [
    ...Object.values(CONFIGURATION_FIELDS).flatMap((field) => checkSetting(field, after[field]) ?? []),
    ...checkAssistant(after.assistant),
    ...after.servers.flatMap((server, index) => {
      const known = before.servers.find(({ id }) => id === server.id);
      const others = after.servers.filter((_, place) => place !== index).map(({ name }) => name);
      return [...checkName(server, known, others), ...(isSame(server, known) ? [] : checkServer(server))];
    }),
  ];
}

/** What is wrong with a server as a person would save it, a sentence each for people. */
export function checkServer({ name, definition }: Pick<StoredServer, 'name' | 'definition'>): readonly string[] {
  return findDefinitionProblems(definition).map(
    ({ field, text }) => `Server "${name}": ${field.startsWith('$') ? '' : `${field}: `}${text}`,
  );
}

function checkName(
  server: StoredServer,
  known: StoredServer | undefined,
  others: readonly string[],
): readonly string[] {
  if (known?.name === server.name) return [];
  const problem = checkServerName(server.name, others);
  return problem === undefined ? [] : [`${problem.reason} Call it "${problem.suggestion}", for example.`];
}

function isSame({ definition }: StoredServer, known: StoredServer | undefined): boolean {
  return known !== undefined && toCanonicalJson(known.definition) === toCanonicalJson(definition);
}
