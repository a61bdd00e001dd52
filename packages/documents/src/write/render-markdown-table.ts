import { dropControlCharacters } from '@toolyard/core';
import { toMarkdownLine } from './escape-markdown.ts';

const MOST_COLUMNS = 20;

/** A Markdown table of a list of objects, one a row; nothing where the value is no such list, or has too many fields. */
export function renderMarkdownTable(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRow)) return undefined;
  const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0 || columns.length > MOST_COLUMNS) return undefined;
  const rows = value.map((row) =>
    columns.map((column) => toCell(Object.hasOwn(row, column) ? row[column] : undefined)),
  );
  const lines = [columns.map(toCell), columns.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return toMarkdownLine(dropControlCharacters(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')));
}
