import type { Field, Fields, Shape, TextCheck } from '@toolyard/core';
import { checkParameter, type Operations, type ParameterRule, type ParameterRules } from '../hook/operation.ts';
import { checkTemplate } from './check-texts.ts';
import { VARIABLES } from './variables-shape.ts';
import { TIMEOUT } from './timeout-field.ts';

/** The parameters of an action that names one of these operations; `more` are those that all of them have. */
export function toOperationShape(operations: Operations, about: string, more: Fields = {}): Shape {
  return {
    kind: 'variants',
    by: 'operation',
    about,
    of: Object.entries(operations).map(([operation, rules]) => ({
      when: [operation],
      fields: { ...toFields(rules), ...more, timeout: TIMEOUT },
    })),
  };
}

function toFields(rules: ParameterRules): Fields {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, toField(rule)]));
}

function toField(rule: ParameterRule): Field {
  const { about, required, requiredUnless, default: value } = rule;
  return {
    shape: toShape(rule),
    about,
    ...(required && { required }),
    ...(requiredUnless !== undefined && { requiredUnless }),
    ...(value !== undefined && { default: value }),
  };
}

function toShape(rule: ParameterRule): Shape {
  const text: Shape = { kind: 'string', check: toCheck(rule) };
  switch (rule.kind) {
    case 'text':
      return text;
    case 'line':
    case 'prompt':
    case 'chat':
      return { ...text, notEmpty: true };
    case 'lines':
      return toList(rule, { ...text, notEmpty: true });
    case 'words':
      return toList(rule, text);
    case 'variables':
      return { kind: 'map', of: text, ...VARIABLES };
    case 'number':
      return toNumberShape(rule);
    case 'flag':
      return { kind: 'boolean' };
    case 'choice':
      return { kind: 'choice', values: rule.values ?? [] };
    default:
      return rule.kind satisfies never;
  }
}

function toList({ mayBeEmpty }: ParameterRule, of: Shape): Shape {
  return { kind: 'list', of, ...(mayBeEmpty === true ? {} : { notEmpty: true }) };
}

function toNumberShape({ fixed, max }: ParameterRule): Shape {
  const bounds = { min: 1, ...(max !== undefined && { max }) };
  return { kind: 'integer', ...bounds, ...(fixed === true ? {} : { orText: checkTemplate }) };
}

/** A name without values can be checked at once; one with values only when they are known. */
function toCheck(rule: ParameterRule): TextCheck {
  const check: TextCheck = (text) => {
    const problem = checkParameter(text, rule);
    return problem === undefined ? undefined : `It ${problem}`;
  };
  if (rule.fixed === true) return check;
  return (text) => checkTemplate(text) ?? (/[{}]/.test(text) ? undefined : check(text));
}
