import { findNearest } from '@toolyard/core';
import { DUE_DATE_PATTERN } from './due-date.ts';
import { describeReceived, type FieldError } from './field-error.ts';
import type { JsonSchema, JsonType } from './json-schema.ts';
import { suggestValue } from './suggest-value.ts';

const MAX_ERRORS = 50;
const MAX_NAME = 100;

const LONE_SURROGATE = /\p{Cs}/u;

const TYPE_WORDS: Readonly<Record<JsonType, string>> = {
  string: 'text',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Everything that a schema has against a value, in words; at most 50. `now` in milliseconds since 1970, for suggestions. */
export function checkValue(schema: JsonSchema, value: unknown, now: number, field = ''): readonly FieldError[] {
  const place: CheckedValue = { schema, value, now, field };
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (value === undefined) return [toFieldError(place, 'is required')];
  if (!types.some((type) => isOfType(type, value))) {
    return [toFieldError(place, `must be ${types.map((type) => TYPE_WORDS[type]).join(' or ')}`)];
  }
  if (typeof value === 'string') return checkText(place, value);
  if (typeof value === 'number') return checkNumber(place, value);
  if (Array.isArray(value)) return checkList(place, value);
  return isRecord(value) ? checkObject(place, value) : [];
}

/** A complaint about a value of a schema, with a suggestion made from it. */
export function toFieldError({ schema, value, now, field }: CheckedValue, complaint: string): FieldError {
  return {
    field: field === '' ? 'body' : field,
    message: `${toLabel(field)} ${complaint}`,
    received_value: describeReceived(value),
    suggestion: suggestValue(schema, toName(field), value, now),
  };
}

/** A value, where it stands and what it should be. */
export interface CheckedValue {
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly now: number;
  readonly field: string;
}

function checkText(place: CheckedValue, text: string): FieldError[] {
  const { schema } = place;
  // Neither can be kept in a database, nor be sent as UTF-8.
  if (text.includes('\0') || LONE_SURROGATE.test(text))
    return [toFieldError(place, 'has characters that cannot be stored')];
  if (schema.enum !== undefined && !schema.enum.includes(text)) {
    return [toFieldError(place, `must be one of ${schema.enum.join(', ')}`)];
  }
  const length = text.length > (schema.maxLength ?? Infinity) ? Array.from(text).length : text.length;
  if (length < (schema.minLength ?? 0)) return [toFieldError(place, 'cannot be empty')];
  if (length > (schema.maxLength ?? Infinity))
    return [toFieldError(place, `is longer than ${schema.maxLength} characters`)];
  if (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text)) return [];
  if (schema.pattern === DUE_DATE_PATTERN) return [{ ...toFieldError(place, ''), message: 'Invalid datetime format' }];
  return [toFieldError(place, 'has a character that is not allowed here')];
}

function checkNumber(place: CheckedValue, value: number): FieldError[] {
  const { minimum, maximum } = place.schema;
  if (minimum !== undefined && value < minimum) return [toFieldError(place, `is less than ${minimum}`)];
  if (maximum !== undefined && value > maximum) return [toFieldError(place, `is more than ${maximum}`)];
  return [];
}

function checkList(place: CheckedValue, list: readonly unknown[]): FieldError[] {
  const { schema, now, field } = place;
  if (list.length < (schema.minItems ?? 0)) return [toFieldError(place, 'cannot be empty')];
  if (list.length > (schema.maxItems ?? Infinity))
    return [toFieldError(place, `has more than ${schema.maxItems} entries`)];
  const { items } = schema;
  if (items === undefined) return [];
  return list.flatMap((item, index) => checkValue(items, item, now, `${field}[${index}]`)).slice(0, MAX_ERRORS);
}

function checkObject(place: CheckedValue, record: Readonly<Record<string, unknown>>): FieldError[] {
  const { schema, now, field } = place;
  const { properties = {}, required = [], minProperties = 0 } = schema;
  const keys = Object.keys(record);
  const missing = required.filter((name) => !Object.hasOwn(record, name));
  const errors = [...keys, ...missing].slice(0, MAX_ERRORS).flatMap((name) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const inner = field === '' ? name : `${field}.${name}`;
    if (known !== undefined) return checkValue(known, record[name], now, inner);
    return [refuseUnknown(field, name, Object.keys(properties), record[name])];
  });
  if (keys.length < minProperties) errors.push(refuseEmpty(place, Object.keys(properties)));
  return errors.slice(0, MAX_ERRORS);
}

function refuseUnknown(field: string, name: string, known: readonly string[], value: unknown): FieldError {
  const short = name.slice(0, MAX_NAME);
  const nearest = findNearest(short, known);
  return {
    field: field === '' ? short : `${field}.${short}`,
    message: `Unknown field ${JSON.stringify(short)}`,
    received_value: describeReceived(value),
    suggestion: nearest === undefined ? `Known fields: ${known.join(', ')}` : `Did you mean "${nearest}"?`,
  };
}

function refuseEmpty(place: CheckedValue, known: readonly string[]): FieldError {
  return { ...toFieldError(place, 'has nothing to change'), suggestion: `Give at least one of: ${known.join(', ')}` };
}

function isOfType(type: JsonType, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toName(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

function toLabel(field: string): string {
  const name = toName(field).replaceAll('_', ' ');
  return name === '' ? 'The body' : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
