import { type Alias, type Document, isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { SourceNode } from '../config/source-node.ts';
import type { YamlIssue, YamlLimits } from './yaml-text.ts';

const MAX_ALIASES = 100;

interface Reading {
  readonly document: Document.Parsed;
  readonly limits: YamlLimits;
  readonly issues: YamlIssue[];
  aliases: number;
  values: number;
}

const NULL: SourceNode = { type: 'null', offset: 0, length: 0, value: null };

/** The values of a YAML document in the form that the reader of JSON gives, and those that JSON cannot have. */
export function toSourceNode(
  document: Document.Parsed,
  limits: YamlLimits,
): { readonly node: SourceNode; readonly issues: readonly YamlIssue[] } {
  const reading: Reading = { document, limits, issues: [], aliases: 0, values: 0 };
  const node = read(reading, document.contents, 0);
  return { node, issues: reading.issues };
}

/** What is said of a text that is nested too deeply. */
export function explainDepth(limit: number): string {
  return `nested more than ${limit} levels deep`;
}

function read(reading: Reading, node: unknown, depth: number): SourceNode {
  const { limits, issues } = reading;
  if (issues.length >= limits.issues || reading.values > limits.values) return NULL;
  if (++reading.values > limits.values) return report(reading, node, `has more than ${limits.values} values`);
  if (isScalar(node)) return toLeaf(reading, node);
  if (isAlias(node)) return readAlias(reading, node, depth);
  if (!isMap(node) && !isSeq(node)) return { ...NULL, ...rangeOf(node) };
  if (depth >= limits.depth) return report(reading, node, explainDepth(limits.depth));
  const children = isMap(node)
    ? node.items.map(({ key, value }) => toProperty(reading, key, value, depth))
    : node.items.map((item) => read(reading, item, depth + 1));
  return { type: isMap(node) ? 'object' : 'array', ...rangeOf(node), children };
}

function toLeaf(reading: Reading, node: { readonly value: unknown }): SourceNode {
  const { value } = node;
  if (typeof value === 'number' && !Number.isFinite(value)) return report(reading, node, 'a number must be finite');
  const type = typeof value;
  if (type === 'string' || type === 'number' || type === 'boolean') return { type, ...rangeOf(node), value };
  return { ...NULL, ...rangeOf(node) };
}

function readAlias(reading: Reading, node: Alias, depth: number): SourceNode {
  const target = resolve(reading, node);
  // One more level, so that an alias inside of what it names comes to an end.
  return target === undefined ? NULL : read(reading, target, depth + 1);
}

/** What an alias stands for; `undefined` where that is nothing, which is reported. */
function resolve(reading: Reading, alias: Alias): unknown {
  if (reading.aliases > MAX_ALIASES) return undefined;
  if (++reading.aliases > MAX_ALIASES) {
    report(reading, alias, `has more than ${MAX_ALIASES} aliases`);
    return undefined;
  }
  const target = alias.resolve(reading.document);
  if (target !== undefined) return target;
  const hint = 'put text that starts with "*" in quotes';
  report(reading, alias, `there is no anchor "${alias.source}"; ${hint}`);
  return undefined;
}

function toProperty(reading: Reading, key: unknown, value: unknown, depth: number): SourceNode {
  const named = isAlias(key) ? resolve(reading, key) : key;
  const name = isScalar(named) ? named.value : undefined;
  if (typeof name !== 'string' && typeof name !== 'number' && typeof name !== 'boolean') {
    return named === undefined ? NULL : report(reading, key, 'a key must be a string');
  }
  const keyNode: SourceNode = { type: 'string', ...rangeOf(key), value: String(name) };
  const range = rangeOf(value);
  // A key without anything behind it has no value to stand anywhere.
  const valueNode = value === null ? { ...NULL, offset: keyNode.offset } : read(reading, value, depth + 1);
  const length = range.offset + range.length - keyNode.offset;
  return { type: 'property', offset: keyNode.offset, length, children: [keyNode, valueNode] };
}

function report({ issues, limits }: Reading, node: unknown, message: string): SourceNode {
  if (issues.length < limits.issues) issues.push({ message, offset: rangeOf(node).offset, severity: 'error' });
  return NULL;
}

function rangeOf(node: unknown): { readonly offset: number; readonly length: number } {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  if (!Array.isArray(range)) return { offset: 0, length: 0 };
  const offset = Number(range[0]);
  return { offset, length: Number(range[1]) - offset };
}
