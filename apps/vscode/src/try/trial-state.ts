import { convertJson, isJsonObject, type JsonObject } from '@toolyard/core';
import {
  checkInputs,
  parseSchemaForm,
  toInputs,
  type CheckedInputs,
  type FormInputs,
  type SchemaField,
} from '@toolyard/host';
import { validateArguments, formatArgumentProblem } from '@toolyard/runtime';

/** Names the one field that holds all arguments as JSON. */
export const JSON_KEY = 'arguments';

/** What a person has filled in. */
export interface TrialState {
  /** By the names of parameters. */
  readonly inputs: FormInputs;
  /** All arguments as JSON, where the person wants them so, or no parameters are known. */
  readonly json?: string;
}

/** The parameters of a tool, required ones first. Lists are typed as JSON, whatever may stand in them. */
export function listTrialFields(schema: unknown): readonly SchemaField[] {
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? schema['properties'] : {};
  const fields = parseSchemaForm(schema).map((field): SchemaField => {
    const { kind, name, title, description, required, preset } = field;
    if (kind !== 'choices' && kind !== 'json') return field;
    const about = [description ?? '', describeValues(properties[name])].filter((each) => each !== '').join(' · ');
    return { kind: 'json', name, title, description: about === '' ? undefined : about, required, preset };
  });
  return fields.toSorted((one, other) => Number(other.required) - Number(one.required));
}

function describeValues(schema: unknown): string {
  const { enum: values, items } = isJsonObject(schema) ? schema : {};
  if (Array.isArray(values)) return `One of ${values.map((each) => JSON.stringify(each)).join(', ')}`;
  const each = isJsonObject(items) ? items['enum'] : undefined;
  return Array.isArray(each) ? `A list of ${each.map((value) => JSON.stringify(value)).join(', ')}` : '';
}

/** What all fields hold at first. */
export function toFreshTrial(schema: JsonObject | undefined): TrialState {
  return schema === undefined ? { inputs: {}, json: '{}' } : { inputs: toInputs(listTrialFields(schema)) };
}

/** The same with these arguments, in the way that the person sees them. */
export function withValues(state: TrialState, schema: JsonObject | undefined, values: JsonObject): TrialState {
  const json = JSON.stringify(values, undefined, 2);
  if (schema === undefined) return { inputs: {}, json };
  const fields = listTrialFields(schema).map((field): SchemaField => ({ ...field, preset: undefined }));
  // What no field is made for would be lost.
  const isForm =
    state.json === undefined && Object.keys(values).every((name) => fields.some((each) => each.name === name));
  return isForm ? { inputs: toInputs(fields, values) } : { inputs: toInputs(fields, values), json };
}

/** The arguments as the schema wants them, or everything that is wrong, by the names of parameters and besides. */
export async function checkTrial(schema: JsonObject | undefined, { inputs, json }: TrialState): Promise<CheckedInputs> {
  if (json === undefined) return checkInputs(schema, listTrialFields(schema), inputs);
  const read = convertJson(json);
  if ('problem' in read) return { problems: { [JSON_KEY]: read.problem }, others: [] };
  if (!isJsonObject(read.value)) return { problems: { [JSON_KEY]: 'must be a JSON object' }, others: [] };
  const { problems } = await validateArguments(schema ?? {}, read.value);
  if (problems.length === 0) return { values: read.value };
  return { problems: { [JSON_KEY]: problems.map(formatArgumentProblem).join('; ') }, others: [] };
}
