import { parseConfiguration, toCanonicalJson } from '@toolyard/core';
import { checkServerName } from './check-server-name.ts';
import type { PluginData, StoredServer } from './plugin-data.ts';

/** What is wrong with a change of the settings, a sentence each for people; what was wrong before is no part of it. */
export function checkChange(before: PluginData, after: PluginData): readonly string[] {
  const { timeoutMs, concurrentLimit, sessionLimit, naming } = after;
  return [
    ...describeProblems(
      { mcpServers: {}, toolyard: { timeoutMs, concurrentLimit, sessionLimit, naming } },
      '$.toolyard.',
    ),
    ...after.servers.flatMap((server, index) => {
      const known = before.servers.find(({ id }) => id === server.id);
      const others = after.servers.filter((_, place) => place !== index).map(({ name }) => name);
      return [...checkName(server, known, others), ...(isSame(server, known) ? [] : checkDefinition(server))];
    }),
  ];
}

/** What is wrong with the definition of a server, a sentence each for people. */
export function checkDefinition({ name, definition }: Pick<StoredServer, 'name' | 'definition'>): readonly string[] {
  // Another key, since what is wrong with the name is said elsewhere.
  const problems = describeProblems({ mcpServers: { server: definition } }, '$.mcpServers.server.');
  return problems.map((problem) => `Server "${name}": ${problem}`);
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

function describeProblems(file: object, prefix: string): readonly string[] {
  const { problems } = parseConfiguration(JSON.stringify(file), { folder: '/' });
  return problems.map(
    ({ path, message }) => `${path.startsWith(prefix) ? `${path.slice(prefix.length)}: ` : ''}${message}.`,
  );
}
