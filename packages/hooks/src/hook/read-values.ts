import type { OperationValues } from './operation.ts';

/** The text of a parameter; empty where it has none. */
export function readText(values: OperationValues, name: string): string {
  return findText(values, name) ?? '';
}

/** The text of a parameter, if it has one. */
export function findText(values: OperationValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The texts of a list; none where it is absent. */
export function readTexts(values: OperationValues, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** The texts of a parameter by their names; none where it is absent. */
export function readVariables(values: OperationValues, name: string): Readonly<Record<string, string>> {
  const value = values[name];
  if (typeof value !== 'object' || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value));
}
