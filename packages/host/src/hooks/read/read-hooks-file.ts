import { extname } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { parseHooksFile, type HooksFormat, type HooksProblem, type ParsedHooks } from '@toolyard/hooks';
import { readTextFile } from '@toolyard/node';
import { formatFinding, type HooksFinding } from './hooks-finding.ts';

/** A hooks file as it was read. */
export interface ReadHooksFile extends Pick<ParsedHooks, 'hooks' | 'places'> {
  readonly file: string;
  readonly format: HooksFormat;
  /** `undefined` where there is none. */
  readonly text: string | undefined;
  readonly findings: readonly HooksFinding[];
}

/** The format of a hooks file, by its name. */
export function formatOf(file: string): HooksFormat {
  return /^\.ya?ml$/i.test(extname(file)) ? 'yaml' : 'json';
}

/** Reads a hooks file; what is wrong with it is told, and the hooks that nothing is wrong with are given. */
export async function readHooksFile(file: string): Promise<ReadHooksFile> {
  const format = formatOf(file);
  const read = await readTextFile(file);
  if (read.kind === 'text') {
    const { hooks, places, problems } = parseHooksFile(read.text, { format });
    return { file, format, text: read.text, hooks, places, findings: problems.map((each) => toFinding(file, each)) };
  }
  const message = read.kind === 'missing' ? 'There is no such file' : `The file was not read: ${read.reason}`;
  const finding = toFinding(file, { code: 'file_not_found', line: 1, column: 1, path: '$', message });
  const { hooks, places } = parseHooksFile('', { format });
  return { file, format, text: undefined, hooks, places, findings: [finding] };
}

/** A problem of a file as people see it. */
export function toFinding(file: string, { line, column, path, message, code }: HooksProblem): HooksFinding {
  return { file, line, column, path, message, severity: 'error', code };
}

/** Throws `config-invalid` with a line for each of the findings, unless there are none. */
export function refuseFindings(findings: readonly HooksFinding[]): void {
  if (findings.length === 0) return;
  const lines = findings.map((finding) => formatFinding(finding));
  const problems = findings.map(({ code = 'invalid_schema', path, line, column, message }) => {
    return { code, path, line, column, message };
  });
  throw new ToolyardError('config-invalid', lines.join('\n'), { problems });
}
