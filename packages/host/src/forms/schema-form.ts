import { formatPath, isJsonObject, toMessage, type JsonObject } from '@toolyard/core';
import {
  checkAnswer,
  describeLimits,
  parseField,
  readTypedAnswer,
  validateArguments,
  type FormField,
} from '@toolyard/runtime';

/** A value that no control is made for, such as a list or an object; it is typed as JSON. */
export interface JsonField extends Pick<FormField, 'name' | 'title' | 'description' | 'required'> {
  readonly kind: 'json';
  readonly preset: unknown;
}

/** One property of an object's schema, as a form asks for it. */
export type SchemaField = FormField | JsonField;

/**
 * What a field holds while a person fills it in: text as it is typed, a switch, or the values that were chosen. `undefined` is a field that
 * nobody touched, or a choice that was taken back.
 */
export type FieldInput = string | boolean | readonly string[] | undefined;

/** What all fields hold, by their names. */
export type FormInputs = Readonly<Record<string, FieldInput>>;

/** The values of a form; or what is wrong, by the names of fields, and besides. */
export type CheckedInputs =
  | { readonly values: JsonObject }
  | { readonly problems: Readonly<Record<string, string>>; readonly others: readonly string[] };

/** The fields of an object's schema in its order; none where it has no properties. */
export function parseSchemaForm(schema: unknown): readonly SchemaField[] {
  const { properties, required } = isJsonObject(schema) ? schema : {};
  if (!isJsonObject(properties)) return [];
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, property]) => toField(name, property, names.includes(name)));
}

/** What the fields hold at first: their presets, or what `values` has for them. */
export function toInputs(fields: readonly SchemaField[], values: JsonObject = {}): FormInputs {
  return Object.fromEntries(fields.map((field) => [field.name, toInput(field, values[field.name] ?? field.preset)]));
}

/** What may be entered in a field, for people: `Required, whole number, 0 to 120`; empty where there is nothing to say. */
export function describeSchemaField(field: SchemaField): string {
  const limits = field.kind === 'json' ? ['JSON'] : describeLimits(field);
  const words = [...(field.required ? ['required'] : []), ...limits].join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Reads what the fields hold and checks it, each for itself and then all by the schema; what was left empty is left out. */
export async function checkInputs(
  schema: unknown,
  fields: readonly SchemaField[],
  inputs: FormInputs,
): Promise<CheckedInputs> {
  const read = fields.map((field) => ({ field, ...readInput(field, inputs[field.name]) }));
  const wrong = read.flatMap(({ field, problem }) => (problem === undefined ? [] : [[field.name, problem] as const]));
  if (wrong.length > 0) return { problems: Object.fromEntries(wrong), others: [] };
  const values = Object.fromEntries(
    read.flatMap(({ field, value }) => (value === undefined ? [] : [[field.name, value] as const])),
  );
  const { problems } = await validateArguments(schema, values);
  return problems.length === 0 ? { values } : sortProblems(fields, problems);
}

function toField(name: string, schema: unknown, required: boolean): SchemaField {
  const known = parseField(name, required ? schema : withoutNull(schema), required);
  if (known !== undefined) return known;
  const { title, description, default: preset } = isJsonObject(schema) ? schema : {};
  return {
    kind: 'json',
    name,
    title: typeof title === 'string' ? title : name,
    description: typeof description === 'string' ? description : undefined,
    required,
    preset: preset ?? undefined,
  };
}

/** An optional value that may be null is left out instead, so only its other type is asked for. */
function withoutNull(schema: unknown): unknown {
  if (!isJsonObject(schema)) return schema;
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type)) {
    const [only, ...others] = type.filter((each) => each !== 'null') as readonly unknown[];
    return others.length === 0 ? { ...schema, type: only } : schema;
  }
  if (!Array.isArray(anyOf)) return schema;
  const [only, ...others] = anyOf.filter(
    (each) => !isJsonObject(each) || each['type'] !== 'null',
  ) as readonly unknown[];
  return others.length === 0 && isJsonObject(only) ? { ...rest, ...only } : schema;
}

function toInput(field: SchemaField, value: unknown): FieldInput {
  if (value === undefined) return undefined;
  switch (field.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'choice':
      return typeof value === 'string' ? value : undefined;
    case 'choices':
      return Array.isArray(value) ? value.map(String) : undefined;
    case 'text':
    case 'number':
      return typeof value === 'string' ? value : JSON.stringify(value);
    case 'json':
      return JSON.stringify(value, undefined, 2);
    default:
      return field satisfies never;
  }
}

/** Reads what one field holds: its value, absent where it is left out; or what is wrong, to be read after its title. */
export function readInput(
  field: SchemaField,
  input: FieldInput,
): { readonly value?: unknown; readonly problem?: string } {
  switch (field.kind) {
    case 'json':
      return readJson(field, typeof input === 'string' ? input : '');
    case 'text':
    case 'number': {
      // The preset was there to see: who emptied the field wants it left out.
      const read = readTypedAnswer({ ...field, preset: undefined }, typeof input === 'string' ? input : '');
      return read.kind === 'value' ? { value: read.value } : { problem: read.message };
    }
    case 'boolean':
      return { value: input ?? (field.required ? false : undefined) };
    case 'choice':
      return check(field, input === '' ? undefined : input);
    case 'choices':
      return check(field, isLeftOut(field, input) ? undefined : (input ?? []));
    default:
      return field satisfies never;
  }
}

/** No choice at all is an answer too, where there was a preset that somebody took back. */
function isLeftOut(field: FormField & { readonly kind: 'choices' }, input: FieldInput): boolean {
  const isEmpty = !Array.isArray(input) || input.length === 0;
  return isEmpty && !field.required && (field.preset === undefined || (field.minItems ?? 0) > 0);
}

function check(field: FormField, value: unknown): { readonly value?: unknown; readonly problem?: string } {
  const problem = checkAnswer(field, value);
  return problem === undefined ? { value } : { problem };
}

function readJson({ required }: JsonField, text: string): { readonly value?: unknown; readonly problem?: string } {
  if (text.trim() === '') return required ? { problem: 'is required' } : {};
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: `must be JSON, such as "text", 5, ["a", "b"] or {"a": 1}: ${toMessage(error)}` };
  }
}

function sortProblems(
  fields: readonly SchemaField[],
  problems: readonly { readonly path: string; readonly message: string }[],
): CheckedInputs {
  const found: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of problems) {
    const field = fields.find(({ name }) => isBelow(path, formatPath([name])));
    const where = field === undefined ? path : path.slice(formatPath([field.name]).length).replace(/^\./, '');
    const text = where === '' ? message : `${where}: ${message}`;
    if (field === undefined) others.push(text);
    else found[field.name] = [found[field.name] ?? [], text].flat().join('; ');
  }
  return { problems: found, others };
}

function isBelow(path: string, start: string): boolean {
  return path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`);
}
