import type { SourceNode } from '@toolyard/core';
import { type Alias, type Document, isAlias, isMap, isScalar, isSeq } from 'yaml';

const MAX_ALIASES = 100;
const MAX_VALUES = 200_000;

interface YamlIssue {
  readonly offset: number;
  readonly reason: string;
}

interface Reading {
  readonly document: Document.Parsed;
  readonly maxDepth: number;
  issue?: YamlIssue;
  aliases: number;
  values: number;
}

const NULL: SourceNode = { type: 'null', offset: 0, length: 0, value: null };

/** The values of a YAML document in the form that the reader of JSON gives; stops at the first that JSON cannot have. */
export function toSourceNode(
  document: Document.Parsed,
  maxDepth: number,
): { readonly node: SourceNode; readonly issue?: YamlIssue } {
  const reading: Reading = { document, maxDepth, aliases: 0, values: 0 };
  const node = read(reading, document.contents, 0);
  return { node, ...(reading.issue !== undefined && { issue: reading.issue }) };
}

function read(reading: Reading, node: unknown, depth: number): SourceNode {
  if (reading.issue !== undefined) return NULL;
  if (++reading.values > MAX_VALUES) return stop(reading, node, `more than ${MAX_VALUES} values are not read`);
  if (isScalar(node)) return toLeaf(reading, node);
  if (isAlias(node)) return readAlias(reading, node, depth);
  if (!isMap(node) && !isSeq(node)) return { ...NULL, ...rangeOf(node) };
  if (depth >= reading.maxDepth) return stop(reading, node, `more than ${reading.maxDepth} levels are not read`);
  const children = isMap(node)
    ? node.items.map(({ key, value }) => toProperty(reading, key, value, depth))
    : node.items.map((item) => read(reading, item, depth + 1));
  return { type: isMap(node) ? 'object' : 'array', ...rangeOf(node), children };
}

function toLeaf(reading: Reading, node: { readonly value: unknown }): SourceNode {
  const { value } = node;
  if (typeof value === 'number' && !Number.isFinite(value)) return stop(reading, node, 'a number must be finite');
  const type = typeof value;
  if (type === 'string' || type === 'number' || type === 'boolean') return { type, ...rangeOf(node), value };
  return { ...NULL, ...rangeOf(node) };
}

function readAlias(reading: Reading, node: Alias, depth: number): SourceNode {
  if (++reading.aliases > MAX_ALIASES) return stop(reading, node, `more than ${MAX_ALIASES} aliases are not read`);
  const target = node.resolve(reading.document);
  if (target === undefined)
    return stop(
      reading,
      node,
      `nothing has the anchor "${node.source}"; a text that begins with "*" has to be in quotes`,
    );
  // One more level, so that an alias inside of what it names comes to an end.
  return read(reading, target, depth + 1);
}

function toProperty(reading: Reading, key: unknown, value: unknown, depth: number): SourceNode {
  const name = isScalar(key) ? key.value : undefined;
  if (typeof name !== 'string' && typeof name !== 'number' && typeof name !== 'boolean') {
    return stop(reading, key, 'a key must be a text');
  }
  const keyNode: SourceNode = { type: 'string', ...rangeOf(key), value: String(name) };
  const range = rangeOf(value);
  // A key without anything behind it has no value to stand anywhere.
  const valueNode = value === null ? { ...NULL, offset: keyNode.offset } : read(reading, value, depth + 1);
  const length = range.offset + range.length - keyNode.offset;
  return { type: 'property', offset: keyNode.offset, length, children: [keyNode, valueNode] };
}

function stop(reading: Reading, node: unknown, reason: string): SourceNode {
  reading.issue ??= { offset: rangeOf(node).offset, reason };
  return NULL;
}

function rangeOf(node: unknown): { readonly offset: number; readonly length: number } {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  if (!Array.isArray(range)) return { offset: 0, length: 0 };
  const offset = Number(range[0]);
  return { offset, length: Number(range[1]) - offset };
}
