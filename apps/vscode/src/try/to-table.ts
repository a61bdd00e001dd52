import { cutText, isJsonObject, type JsonObject } from '@toolyard/core';

/** Values by columns and rows, as texts. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How many rows were left out. */
  readonly more: number;
}

const MOST_ROWS = 200;
const MOST_COLUMNS = 20;
const MOST_CHARACTERS = 500;

/** A list of objects without lists and objects in them as a table, also where it is the only thing in an object; `undefined` for all else. */
export function toTable(value: unknown): Table | undefined {
  const list = findList(value);
  if (list === undefined) return undefined;
  const columns = [...new Set(list.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0 || columns.length > MOST_COLUMNS) return undefined;
  const rows = list.slice(0, MOST_ROWS).map((row) => columns.map((column) => toCell(row[column])));
  return { columns, rows, more: list.length - rows.length };
}

function findList(value: unknown): readonly JsonObject[] | undefined {
  if (Array.isArray(value)) {
    const rows: readonly unknown[] = value;
    return rows.length > 0 && rows.every(isFlat) ? rows.filter(isFlat) : undefined;
  }
  const [only, ...others] = isJsonObject(value) ? Object.values(value) : [];
  return others.length === 0 && Array.isArray(only) ? findList(only) : undefined;
}

function isFlat(value: unknown): value is JsonObject {
  return isJsonObject(value) && Object.values(value).every((each) => typeof each !== 'object' || each === null);
}

function toCell(value: unknown): string {
  if (value === undefined) return '';
  return cutText(typeof value === 'string' ? value : JSON.stringify(value), MOST_CHARACTERS);
}
