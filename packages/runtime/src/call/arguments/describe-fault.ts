import { findNearest, isJsonObject, quoteName, type ArgumentPath } from '@toolyard/core';
import type { Fault } from './compile-schema.ts';
import { describeChoices, describeType, describeValue } from './describe-value.ts';

const MAX_MEANING = 120;

type Describe = (fault: Fault, path: ArgumentPath) => string;

const DESCRIPTIONS: Readonly<Record<string, Describe>> = {
  required: () => 'is required',
  dependentRequired: (fault) => `is required together with ${quoteName(param(fault, 'property'))}`,
  additionalProperties: (fault, path) => describeUnknown(fault, path, param(fault, 'additionalProperty')),
  unevaluatedProperties: (fault, path) => describeUnknown(fault, path, param(fault, 'unevaluatedProperty')),
  propertyNames: (fault) => `${quoteName(param(fault, 'propertyName'))} is not allowed as a name`,
  type: (fault, path) => `must be ${describeTypes(fault.params['type'])}${got(fault, path)}`,
  enum: ({ params }) => `must be one of ${describeChoices(toList(params['allowedValues']))}`,
  const: ({ params }) => `must be ${describeChoices([params['allowedValue']])}`,
  minimum: (fault, path) => `must be at least ${param(fault, 'limit')}${got(fault, path)}`,
  maximum: (fault, path) => `must be at most ${param(fault, 'limit')}${got(fault, path)}`,
  exclusiveMinimum: (fault, path) => `must be greater than ${param(fault, 'limit')}${got(fault, path)}`,
  exclusiveMaximum: (fault, path) => `must be less than ${param(fault, 'limit')}${got(fault, path)}`,
  multipleOf: (fault, path) => `must be a multiple of ${param(fault, 'multipleOf')}${got(fault, path)}`,
  minLength: ({ params }) => `must have at least ${count(params['limit'], 'character')}`,
  maxLength: ({ params }) => `must have at most ${count(params['limit'], 'character')}`,
  minItems: ({ params }) => `must have at least ${count(params['limit'], 'item')}`,
  maxItems: ({ params }) => `must have at most ${count(params['limit'], 'item')}`,
  minProperties: ({ params }) => `must have at least ${count(params['limit'], 'field')}`,
  maxProperties: ({ params }) => `must have at most ${count(params['limit'], 'field')}`,
  uniqueItems: (fault) => `must not repeat an item: ${param(fault, 'j')} and ${param(fault, 'i')} are the same`,
  contains: () => 'has too few or too many items of the kind it must contain',
  pattern: (fault, path) =>
    `must match ${describeChoices([fault.params['pattern']])}${got(fault, path)}${meaning(fault)}`,
  not: () => 'has a form that is not allowed',
  'false schema': () => 'is not allowed',
};

/** What is wrong with a value, to be read after its path. */
export function describeFault(fault: Fault, path: ArgumentPath): string {
  return DESCRIPTIONS[fault.keyword]?.(fault, path) ?? fault.message ?? `breaks the rule "${fault.keyword}"`;
}

function param({ params }: Fault, name: string): string {
  return String(params[name]);
}

function got({ data }: Fault, path: ArgumentPath): string {
  return `, got ${describeValue(data, path)}`;
}

/** Few people read patterns, so the field's own description goes with one. */
function meaning({ parentSchema }: Fault): string {
  const text = parentSchema?.['description'];
  const isShort = typeof text === 'string' && text !== '' && text.length <= MAX_MEANING;
  return isShort ? `; its description: ${JSON.stringify(text)}` : '';
}

function describeTypes(types: unknown): string {
  return toList(types).map(describeType).join(' or ');
}

function describeUnknown({ data, parentSchema }: Fault, path: ArgumentPath, name: string): string {
  const known = isJsonObject(parentSchema?.['properties']) ? Object.keys(parentSchema['properties']) : [];
  const free = known.filter((candidate) => !isJsonObject(data) || !Object.hasOwn(data, candidate));
  const nearest = findNearest(name, free);
  const hint = nearest === undefined ? '' : `; did you mean ${quoteName(nearest)}?`;
  return `unknown ${path.length === 0 ? 'argument' : 'field'} ${quoteName(name)}${hint}`;
}

function count(limit: unknown, noun: string): string {
  return `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`;
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
