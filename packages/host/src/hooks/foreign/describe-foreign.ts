import { maskValue, toVisible, toVisibleLine } from '@toolyard/core';
import { renderRows } from '../../configuration/describe-servers.ts';
import type { EnvFile, ForeignMcpServer } from './foreign-mcp-server.ts';
import { SOURCE_TITLES } from './locate-server-files.ts';

/** What a person who approves a server of another program has to know besides its definition, in lines: where it is from, and what it is given. */
export function describeForeign({ found, files, problem }: ForeignMcpServer): string[] {
  const [first = found.file, ...others] = files;
  const { envFile, inputs, notes } = found;
  return [
    `from ${toVisible(first)} (${SOURCE_TITLES[found.source]})`,
    ...others.map((file) => `also ${toVisible(file)}`),
    ...(envFile === undefined ? [] : describeEnvFile(envFile)),
    ...renderRows(inputs.map(({ id, ...input }) => ({ label: 'input', name: id, value: input }))),
    ...notes.map((note) => `note: ${toVisibleLine(note)}`),
    ...(problem === undefined ? [] : [`cannot be used: ${toVisibleLine(problem)}`]),
  ];
}

/** A variable may decide what runs, as `NODE_OPTIONS` does, so values are shown; but not the secrets of a file that is there to keep them out of others. */
function describeEnvFile({ file, values }: EnvFile): string[] {
  const variables = Object.entries(values).toSorted(([one], [other]) => one.localeCompare(other, 'en'));
  const rows = variables.map(([name, value]) => ({ label: 'sets', name, value: maskValue(name, value) }));
  return [
    `envFile ${toVisible(file)}${rows.length === 0 ? ' sets nothing' : ''}`,
    ...renderRows(rows).map((line) => `  ${line}`),
  ];
}

/** The same server without what a person should not find written down: the defaults of inputs that are typed unseen, and all that a file of variables holds. */
export function maskForeign(server: ForeignMcpServer): ForeignMcpServer {
  const inputs = server.found.inputs.map((input) =>
    input.password && input.default !== undefined ? { ...input, default: '***' } : input,
  );
  const { envFile } = server.found;
  const values = Object.fromEntries(Object.keys(envFile?.values ?? {}).map((name) => [name, '***']));
  return { ...server, found: { ...server.found, inputs, ...(envFile && { envFile: { ...envFile, values } }) } };
}
