import { parseConfiguration, type JsonObject } from '@toolyard/core';

const PLACE = '$.mcpServers.server.';

/** What is wrong with a definition by the rules of a configuration file, a sentence for each field. */
export function findDefinitionProblems(
  definition: JsonObject,
): readonly { readonly field: string; readonly text: string }[] {
  return findProblems({ mcpServers: { server: definition } }).map(({ path, message }) => ({
    field: path.startsWith(PLACE) ? path.slice(PLACE.length) : path,
    text: `${message}.`,
  }));
}

/** What is wrong with the key of a server, by the same rules; `undefined` where nothing is. */
export function checkServerKey(key: string): string | undefined {
  const [problem] = findProblems({ mcpServers: Object.fromEntries([[key, { command: 'x' }]]) });
  return problem && `${problem.message}.`;
}

/** What is wrong with a limit or another setting, by the same rules; `undefined` where nothing is. */
export function checkSetting(field: string, value: unknown): string | undefined {
  const [problem] = findProblems({ mcpServers: {}, toolyard: { [field]: value } });
  return problem && `${problem.message}.`;
}

function findProblems(file: object): ReturnType<typeof parseConfiguration>['problems'] {
  return parseConfiguration(JSON.stringify(file), { folder: '/' }).problems;
}
