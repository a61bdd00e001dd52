import type { ServerDefinition, Settings } from '../config/configuration.ts';
import { SERVER_FIELDS } from '../config/server-fields.ts';
import { SETTINGS_FIELDS } from '../config/settings-fields.ts';
import type { Field, Fields } from '../config/shape.ts';
import { isJsonObject } from '../schema/json-object.ts';
import { toCanonicalJson } from '../schema/to-canonical-json.ts';

/** One thing that decides what runs and where data goes, exactly as it is written; not yet fit to be shown. */
export interface ApprovalRow {
  /** The field, such as `args` or `docker.mounts`. */
  readonly label: string;
  /** Whose value it is, where the field has named values: a variable, a header, a port. */
  readonly name?: string;
  readonly value: unknown;
}

/**
 * Everything about a server that a person approves, in the order of the fields of a file. Only what has its default is left
 * out, so definitions with different hashes have different rows. Wants the definition as it is written, before variables
 * are put in.
 */
export function describeDefinition(server: ServerDefinition): ApprovalRow[] {
  const { key: _key, kind: _kind, secrets: _secrets, ...members } = server;
  // A file has the address of a container beside "docker".
  const { endpoint, ...fields } = { endpoint: undefined, ...members };
  const rows = toRows({ ...fields, ...endpoint }, SERVER_FIELDS);
  return rows.filter(({ label, value }) => label !== 'transport' || value !== 'auto');
}

/** The settings of a configuration that are not as they are without any. */
export function describeSettings(settings: Settings): ApprovalRow[] {
  return toRows(settings, SETTINGS_FIELDS);
}

function toRows(values: object, fields: Fields, prefix = ''): ApprovalRow[] {
  const order = Object.keys(fields);
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .toSorted(([left], [right]) => rank(left) - rank(right))
    .flatMap(([name, value]) => toFieldRows(`${prefix}${name}`, value, fields[name]));
}

function toFieldRows(label: string, value: unknown, field: Field | undefined): ApprovalRow[] {
  if (field !== undefined && isSame(value, field.default)) return [];
  if (!isJsonObject(value)) return [{ label, value }];
  if (field?.shape.kind === 'object') return toRows(value, field.shape.fields, `${label}.`);
  return Object.entries(value).map(([name, each]) => ({ label, name, value: each }));
}

function isSame(left: unknown, right: unknown): boolean {
  return toCanonicalJson(left) === toCanonicalJson(right);
}
