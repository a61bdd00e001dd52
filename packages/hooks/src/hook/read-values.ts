import type { OperationValues } from './operation.ts';

/** A text that the rules of the operation require, or give a default. */
export function readText(values: OperationValues, name: string): string {
  return findText(values, name) ?? '';
}

/** A text that may be absent. */
export function findText(values: OperationValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The lines of a list, also as it is written; none where it is absent. */
export function readItems(values: Readonly<Record<string, unknown>>, name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** A number that the rules of the operation require. */
export function readNumber(values: OperationValues, name: string): number {
  return Number(values[name]);
}

/** Whether a flag is set. */
export function readFlag(values: OperationValues, name: string): boolean {
  return values[name] === true;
}

/** The texts of a parameter by their names; none where it is absent. */
export function readVariables(values: OperationValues, name: string): Readonly<Record<string, string>> {
  const value = values[name];
  if (typeof value !== 'object' || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value));
}
