import { DUE_DATE_PATTERN } from './due-date.ts';
import type { JsonSchema } from './json-schema.ts';

const DAY_MS = 86_400_000;

/** What to give instead of a refused value, read from its schema. `now` in milliseconds since 1970. */
export function suggestValue(schema: JsonSchema, field: string, value: unknown, now: number): string | null {
  if (schema.pattern === DUE_DATE_PATTERN) return suggestDueDate(now);
  if (field === 'title') return `Provide a task title (${schema.minLength}-${schema.maxLength} characters)`;
  if (schema.enum !== undefined) return suggestWord(schema.enum, value);
  const [type] = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (type === 'boolean') return 'Use true or false';
  if (type === 'integer') return suggestNumber(schema);
  if (type === 'array') return `Give a list of at most ${schema.maxItems} entries`;
  if (type === 'string') return suggestText(schema);
  return null;
}

function suggestNumber({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema): string {
  const end = maximum === Number.MAX_SAFE_INTEGER ? 'on' : `to ${maximum}`;
  return `Use a whole number from ${minimum} ${end}`;
}

function suggestText({ minLength = 0, maxLength, pattern }: JsonSchema): string {
  return `Use ${minLength} to ${maxLength} characters${pattern === undefined ? '' : ', without a comma'}`;
}

function suggestWord(words: readonly string[], value: unknown): string {
  const meant = typeof value === 'string' && words.find((word) => word.toLowerCase() === value.trim().toLowerCase());
  return typeof meant === 'string' ? `Use "${meant}"` : `Use one of: ${words.join(', ')}`;
}

function suggestDueDate(now: number): string {
  const today = new Date(now).toISOString().slice(0, 10);
  const example = new Date(now + DAY_MS).toISOString().slice(0, 10);
  return `Use ISO 8601 format: ${example}T10:00:00Z, or a day: ${example}. Today is ${today}`;
}
