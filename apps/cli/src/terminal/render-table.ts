import { cutText } from '@toolyard/core';
import { fitText, textWidth } from './text-width.ts';

/** One field of a table; `paint` colours what is left of the text after fitting. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/** How a table is drawn. */
export interface TableOptions {
  readonly header: readonly string[];
  readonly paintHeader?: (text: string) => string;
  /** The columns there are; without it only fields are cut that would make all lines too long to be read. */
  readonly width?: number;
  /** The titles of columns that are never cut. */
  readonly whole?: readonly string[];
}

const GAP = 2;
const NARROWEST = 8;
const MAX_CELL = 500;

/** Lines with the columns aligned; where they do not fit the last column is cut, then the widest ones. */
export function renderTable(rows: readonly (readonly Cell[])[], options: TableOptions): string[] {
  const paintHeader = options.paintHeader;
  const header = options.header.map((text) => (paintHeader ? { text, paint: paintHeader } : { text }));
  const all = [header, ...rows].map((row) => row.map(shorten));
  const widths = options.header.map((_, column) =>
    all.reduce((most, row) => Math.max(most, textWidth(row[column]?.text ?? '')), 0),
  );
  if (options.width !== undefined) shrink(widths, options.width, (column) => isWhole(options, column));
  return all.map((row) => renderRow(row, widths));
}

function shorten(cell: Cell): Cell {
  return { ...cell, text: cutText(cell.text, MAX_CELL) };
}

function renderRow(row: readonly Cell[], widths: readonly number[]): string {
  const fields = widths.map((width, column) => {
    const cell = row[column] ?? { text: '' };
    const text = fitText(cell.text, width);
    const padding = column === widths.length - 1 ? '' : ' '.repeat(width - textWidth(text));
    return (cell.paint ? cell.paint(text) : text) + padding;
  });
  return fields.join(' '.repeat(GAP)).trimEnd();
}

function isWhole({ header, whole = [] }: TableOptions, column: number): boolean {
  return whole.includes(header[column] ?? '');
}

function shrink(widths: number[], available: number, isKept: (column: number) => boolean): void {
  const last = widths.length - 1;
  const order = [last, ...[...widths.keys()].toSorted((left, right) => (widths[right] ?? 0) - (widths[left] ?? 0))];
  for (const column of order.filter((each) => !isKept(each))) {
    const total = widths.reduce((sum, width) => sum + width, 0) + GAP * last;
    const width = widths[column] ?? 0;
    if (total <= available) return;
    widths[column] = Math.max(Math.min(NARROWEST, width), width - (total - available));
  }
}
