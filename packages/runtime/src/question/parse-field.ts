import { isJsonObject, type JsonObject } from '@toolyard/core';
import { checkAnswer } from './check-answer.ts';
import type { Choice, FormField, TextFormat } from './elicitation.ts';

const FORMATS: readonly TextFormat[] = ['email', 'uri', 'date', 'date-time'];

/** One property of a form's schema as a field; `undefined` where it is none that forms can have. */
export function parseField(name: string, schema: unknown, required: boolean): FormField | undefined {
  if (!isJsonObject(schema)) return undefined;
  const named = { name, title: textOf(schema['title']) ?? name, description: textOf(schema['description']), required };
  const field = parseKind(named, schema);
  if (field === undefined || field.preset === undefined || checkAnswer(field, field.preset) === undefined) return field;
  return { ...field, preset: undefined };
}

type Named = Pick<FormField, 'name' | 'title' | 'description' | 'required'>;

function parseKind(named: Named, schema: JsonObject): FormField | undefined {
  switch (schema['type']) {
    case 'boolean':
      return { ...named, kind: 'boolean', preset: booleanOf(schema['default']) };
    case 'number':
    case 'integer':
      return parseNumber(named, schema);
    case 'array':
      return parseChoices(named, schema);
    case 'string':
    case undefined:
      return parseText(named, schema);
    default:
      return undefined;
  }
}

function parseNumber(named: Named, schema: JsonObject): FormField {
  return {
    ...named,
    kind: 'number',
    isInteger: schema['type'] === 'integer',
    minimum: numberOf(schema['minimum']),
    maximum: numberOf(schema['maximum']),
    preset: numberOf(schema['default']),
  };
}

function parseText(named: Named, schema: JsonObject): FormField | undefined {
  const preset = textOf(schema['default']);
  if ('enum' in schema || 'oneOf' in schema) {
    const choices = parseList(schema['oneOf']) ?? parseEnum(schema);
    return choices && { ...named, kind: 'choice', choices, preset };
  }
  if (schema['type'] === undefined) return undefined;
  return {
    ...named,
    kind: 'text',
    minLength: numberOf(schema['minLength']),
    maxLength: numberOf(schema['maxLength']),
    pattern: textOf(schema['pattern']),
    format: FORMATS.find((format) => format === schema['format']),
    preset,
  };
}

function parseChoices(named: Named, schema: JsonObject): FormField | undefined {
  const { items, default: preset } = schema;
  if (!isJsonObject(items)) return undefined;
  const choices = parseList(items['anyOf']) ?? parseList(items['oneOf']) ?? parseEnum(items);
  return (
    choices && {
      ...named,
      kind: 'choices',
      choices,
      minItems: numberOf(schema['minItems']),
      maxItems: numberOf(schema['maxItems']),
      preset: textsOf(preset),
    }
  );
}

/** Choices that have titles of their own. */
function parseList(list: unknown): readonly Choice[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const choices = list.flatMap((item: unknown) => {
    const value = isJsonObject(item) ? textOf(item['const']) : undefined;
    return value === undefined ? [] : [{ value, title: (isJsonObject(item) && textOf(item['title'])) || value }];
  });
  return choices.length === list.length ? choices : undefined;
}

/** The older way, with titles in a list beside. */
function parseEnum({ enum: values, enumNames }: JsonObject): readonly Choice[] | undefined {
  const known = textsOf(values);
  if (known === undefined || known.length === 0) return undefined;
  const titles: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
  return known.map((value, index) => ({ value, title: textOf(titles[index]) || value }));
}

function textsOf(list: unknown): readonly string[] | undefined {
  return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function booleanOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
