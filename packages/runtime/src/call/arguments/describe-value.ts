import { cutText, hidesSecret, isSecretName, type ArgumentPath } from '@toolyard/core';

const MAX_QUOTED = 60;

const TYPE_NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** What a JSON Schema type is called in messages. */
export function describeType(type: unknown): string {
  return (typeof type === 'string' && TYPE_NOUNS[type]) || JSON.stringify(type);
}

/** The value as a message may show it: in full only where it is short, and no secret by its name or its form. */
export function describeValue(value: unknown, path: ArgumentPath): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  const isSecret = path.some(isSecretName) || (typeof value === 'string' && hidesSecret(value, ''));
  if (isSecret) return describeType(typeof value);
  if (text.length <= MAX_QUOTED) return text;
  return typeof value === 'string' ? `a string of ${value.length} characters` : describeType(typeof value);
}

/** Values that a schema allows, as a list for people. */
export function describeChoices(values: readonly unknown[]): string {
  const shown = values.slice(0, 20).map((value) => cutText(JSON.stringify(value), MAX_QUOTED));
  return values.length > shown.length
    ? `${shown.join(', ')} and ${values.length - shown.length} more`
    : shown.join(', ');
}
