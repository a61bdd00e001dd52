import { isJsonObject, ToolyardError, toVisibleJson } from '@toolyard/core';
import { CONTEXT_NAMES, NUMBER_NAMES } from '@toolyard/hooks';

const DATA = 'data.';

interface Given {
  readonly name: string;
  readonly value: unknown;
}

/**
 * The values of an event from `name=value` and `name:=JSON`: the names of the context stand by themselves, all others in
 * `data`. Throws `usage` with everything that is wrong.
 */
export function parseEventData(words: readonly string[]): Record<string, unknown> {
  const problems: string[] = [];
  const own = new Map<string, unknown>();
  const data = new Map<string, unknown>();
  const put = (values: Map<string, unknown>, name: string, value: unknown): void => {
    if (values.has(name)) problems.push(`${name}: is given twice`);
    values.set(name, value);
  };
  for (const word of words) {
    const given = parseWord(word, problems);
    if (given === undefined) continue;
    const { name, value } = given;
    if (name === 'data') for (const [inner, each] of entriesOf(value, problems)) put(data, inner, each);
    else if (name.startsWith(DATA) && name.length > DATA.length) put(data, name.slice(DATA.length), value);
    else if (CONTEXT_NAMES.some((known) => known === name)) put(own, name, toContextValue(given, problems));
    else put(data, name, value);
  }
  if (problems.length > 0) throw new ToolyardError('usage', problems.map((problem) => `--data ${problem}`).join('\n'));
  return Object.fromEntries(data.size === 0 ? own : [...own, ['data', Object.fromEntries(data)]]);
}

function parseWord(word: string, problems: string[]): Given | undefined {
  const equals = word.indexOf('=');
  if (equals < 1) {
    problems.push(`${toVisibleJson(word.slice(0, 60))} is not name=value`);
    return undefined;
  }
  const text = word.slice(equals + 1);
  const isJson = equals > 1 && word[equals - 1] === ':';
  if (!isJson) return { name: word.slice(0, equals), value: text };
  const name = word.slice(0, equals - 1);
  try {
    return { name, value: JSON.parse(text) };
  } catch {
    problems.push(`${name}: is not JSON; use ${name}=TEXT for text`);
    return undefined;
  }
}

function entriesOf(value: unknown, problems: string[]): [string, unknown][] {
  if (isJsonObject(value)) return Object.entries(value);
  problems.push('data: must be a JSON object: data:={"name": "value"}');
  return [];
}

function toContextValue({ name, value }: Given, problems: string[]): unknown {
  if (name === 'event') problems.push('event: is the name of the event and cannot be set');
  if (NUMBER_NAMES.includes(name) && typeof value === 'string') return toNumber({ name, value }, problems);
  // Hooks that take a batch rely on a list.
  return name === 'paths' && typeof value === 'string' ? [value] : value;
}

/** A condition such as `{ "exitCode": { "not": 0 } }` compares numbers. */
function toNumber({ name, value }: { readonly name: string; readonly value: string }, problems: string[]): number {
  if (!/^-?\d{1,15}$/.test(value)) problems.push(`${name}: must be a whole number`);
  return Number(value);
}
