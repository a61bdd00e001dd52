import { isJsonObject, type JsonObject } from '@toolyard/core';
import { toYamlScalar } from './to-yaml-scalar.ts';

/** A tool call that is to stand in a note. */
export interface NewToolBlock {
  /** The key of a server, or `mcp`. */
  readonly language: string;
  /** What an `mcp` block says as `server:`. */
  readonly server?: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Parameters whose values a person still has to write. */
  readonly missing: readonly string[];
}

/** A tool block as text. */
export interface WrittenToolBlock {
  /** Without the line break at its end. */
  readonly text: string;
  /** Where the first missing value goes; the end of the block where none is missing. */
  readonly cursor: number;
}

/** Writes a tool block that reads back as what was given. */
export function writeToolBlock({ language, server, tool, ...given }: NewToolBlock): WrittenToolBlock {
  const own = server === undefined ? ['tool', 'arguments'] : ['tool', 'arguments', 'server'];
  const names = [...Object.keys(given.arguments), ...given.missing];
  // Beside `arguments:`, a parameter may have the name of a key that the block itself uses.
  const isInner = names.some((name) => own.includes(name));
  const indent = isInner ? '  ' : '';
  const missing = given.missing.map((name) => `${indent}${toYamlScalar(name)}: `);
  const values = Object.entries(given.arguments).map(
    ([name, value]) => `${indent}${toYamlScalar(name)}: ${writeValue(value, `${indent}  `)}`,
  );
  const head = [
    ...(server === undefined ? [] : [`server: ${toYamlScalar(server)}`]),
    `tool: ${toYamlScalar(tool)}`,
    ...(isInner ? ['arguments:'] : []),
  ];
  const body = [...head, ...values, ...missing];
  const fence = toFenceMarks(body.join('\n'));
  const text = [`${fence}${language}`, ...body, fence].join('\n');
  const [first] = missing;
  const before = [`${fence}${language}`, ...head, ...values];
  const cursor = first === undefined ? text.length : `${before.join('\n')}\n${first}`.length;
  return { text, cursor };
}

/** Marks that nothing in a text can close. */
function toFenceMarks(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  return '`'.repeat(longest + 1);
}

function writeValue(value: unknown, indent: string): string {
  if (typeof value !== 'string') return toFlow(value);
  const lines = value.split('\n');
  // What a literal cannot hold: characters that YAML escapes, a first line that begins with a space, marks of results.
  const isLiteral = lines.length > 1 && !/[^\n\x20-\x7e\u00a0-\ud7ff]|<!--/.test(value) && /^\S[^]*\S$/.test(value);
  if (!isLiteral) return /\n|<!--/.test(value) ? toFlow(value) : toYamlScalar(value);
  return `|-\n${lines.map((line) => (line === '' ? '' : `${indent}${line}`)).join('\n')}`;
}

/** JSON, which YAML reads as it is; it holds no mark of a result. */
function toFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toFlow).join(', ')}]`;
  if (isJsonObject(value)) {
    const pairs = Object.entries(value).map(([name, each]) => `${toFlow(name)}: ${toFlow(each)}`);
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
  }
  return (JSON.stringify(value) ?? 'null').replaceAll('<!--', String.raw`\u003c!--`);
}
