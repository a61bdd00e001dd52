import { isJsonObject, type JsonObject } from '@toolyard/core';

/** One kind of state file. Each of its files says in `version` which form it has. */
export interface StateForm<Value> {
  /** Raised when what stands in the files gets another meaning, so that no version misreads what another one wrote. */
  readonly version: number;
  /**
   * Reads what this version or an earlier one wrote, and brings it to today's form; `version` is 0 for files from before there were versions.
   * `undefined` where it is no such file.
   */
  read(fields: JsonObject, version: number): Value | undefined;
}

/** What a state file says, where this Toolyard can tell. */
export type StateText<Value> = { readonly kind: 'known'; readonly value: Value } | UnusableState;

/** A state file that is not used: a newer Toolyard wrote it, or it is broken. */
export type UnusableState =
  | { readonly kind: 'newer'; readonly version: number; readonly fields: JsonObject }
  | { readonly kind: 'unreadable' };

/** Reads the text of a state file; never throws. */
export function parseState<Value>(text: string, form: StateForm<Value>): StateText<Value> {
  const parsed = parseObject(text);
  if (parsed === undefined) return { kind: 'unreadable' };
  const { version = 0, ...fields } = parsed;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 0) return { kind: 'unreadable' };
  if (version > form.version) return { kind: 'newer', version, fields };
  const value = form.read(fields, version);
  return value === undefined ? { kind: 'unreadable' } : { kind: 'known', value };
}

/** The text of a state file, on one line or, for those that people look into, with an `indent`. */
export function formatState({ version }: Pick<StateForm<unknown>, 'version'>, fields: object, indent?: number): string {
  return `${JSON.stringify({ version, ...fields }, undefined, indent)}\n`;
}

/** The object that a JSON text is; `undefined` where it is something else. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
