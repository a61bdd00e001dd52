import { quoteWord, toVisible, toVisibleLine } from '@toolyard/core';
import { renderRows } from '../../configuration/describe-servers.ts';
import type { ForeignMcpServer } from './foreign-mcp-server.ts';
import { SOURCE_TITLES } from './locate-server-files.ts';

/** What a person who approves a server of another program has to know besides its definition, in lines: where it is from, and what it is given. */
export function describeForeign({ found, files, problem }: ForeignMcpServer): string[] {
  const [first = found.file, ...others] = files;
  const { envFile, inputs, notes } = found;
  const names = Object.keys(envFile?.values ?? {}).toSorted((one, other) => one.localeCompare(other, 'en'));
  const sets = names.length === 0 ? 'sets nothing' : `sets ${names.map(quoteWord).join(', ')}`;
  return [
    `from ${toVisible(first)} (${SOURCE_TITLES[found.source]})`,
    ...others.map((file) => `also ${toVisible(file)}`),
    ...(envFile === undefined ? [] : [`envFile ${toVisible(envFile.file)} ${sets}`]),
    ...renderRows(inputs.map(({ id, ...input }) => ({ label: 'input', name: id, value: input }))),
    ...notes.map((note) => `note: ${toVisibleLine(note)}`),
    ...(problem === undefined ? [] : [`cannot be used: ${toVisibleLine(problem)}`]),
  ];
}

/** The same server without what a person should not find written down: the defaults of inputs that are typed unseen. */
export function maskForeign(server: ForeignMcpServer): ForeignMcpServer {
  const inputs = server.found.inputs.map((input) =>
    input.password && input.default !== undefined ? { ...input, default: '***' } : input,
  );
  return { ...server, found: { ...server.found, inputs } };
}
