import { toLine } from '@toolyard/core';

/** How a tool is called, on one line: `toolyard call key:tool city=<string> [days=<integer>]`. */
export function renderUsage(id: string, schema: unknown): string {
  const properties = memberOf(schema, 'properties');
  const required = memberOf(schema, 'required');
  const needed = new Set(Array.isArray(required) ? required : []);
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  const ordered = [...names.filter((name) => needed.has(name)), ...names.filter((name) => !needed.has(name))];
  const words = ordered.map((name) => {
    const word = `${name}=<${describeType(memberOf(properties, name))}>`;
    return needed.has(name) ? word : `[${word}]`;
  });
  return toLine(['toolyard call', id, ...words].join(' '));
}

function describeType(schema: unknown): string {
  const values = memberOf(schema, 'enum');
  if (Array.isArray(values) && values.length > 0 && values.length <= 5) return values.map(String).join('|');
  const type = memberOf(schema, 'type');
  if (type === 'array') return `${describeType(memberOf(schema, 'items'))}, repeatable`;
  if (typeof type === 'string') return type;
  return Array.isArray(type) ? type.map(String).join('|') : 'value';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
