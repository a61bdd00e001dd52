import { basename } from 'node:path';
import type { HooksFinding } from '@toolyard/host/hooks';
import type { ViewRow } from './row.ts';
import { createTextRow, toRowText } from './text-row.ts';
import { toMarkdownFacts, toMarkdownText } from './to-markdown.ts';

/** What is wrong, a row each; a click opens the place. `owner` makes their ids unique in a view. */
export function findingRows(owner: string, findings: readonly HooksFinding[]): readonly ViewRow[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const name = `${owner}:finding:${finding.path}:${finding.message}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return toFindingRow(count === 1 ? name : `${name}:${count}`, finding);
  });
}

function toFindingRow(id: string, { message, severity, file, path, line, column }: HooksFinding): ViewRow {
  const isError = severity === 'error';
  const where = `${basename(file)}:${line}`;
  return createTextRow(id, message, {
    description: toRowText(where),
    tooltip: `${toMarkdownText(message)}\n\n${toMarkdownFacts({ At: path, File: `${file}:${line}:${column}` })}`,
    accessibleLabel: toRowText(`${isError ? 'Error' : 'Warning'}: ${message}, ${where}`),
    icon: isError
      ? { name: 'error', color: 'list.errorForeground' }
      : { name: 'warning', color: 'list.warningForeground' },
    context: `finding.${severity}`,
    place: { file, line, column },
  });
}
