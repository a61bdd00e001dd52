import type { SourceNode } from '@toolyard/core';
import type { YamlIssue } from '@toolyard/core/yaml';

/** Problems of our own are about keys that stand this deep at most. */
const MAX_PLACE_DEPTH = 4;

/** Where a value stands in its text, quotes and the like included. */
export type YamlSpan = Pick<SourceNode, 'offset' | 'length'>;

interface Reading {
  readonly issues: YamlIssue[];
  readonly maxIssues: number;
  readonly places: Map<string, number>;
  readonly values: Map<string, YamlSpan>;
}

interface Place {
  readonly path: string;
  readonly depth: number;
}

/** The JSON value of a YAML text, `null` where it has none, with what is wrong in it; a value of which something is wrong is not to be used. */
export function toYamlValue(
  node: SourceNode | undefined,
  maxIssues: number,
): {
  value: unknown;
  issues: readonly YamlIssue[];
  places: ReadonlyMap<string, number>;
  values: ReadonlyMap<string, YamlSpan>;
} {
  const reading: Reading = { issues: [], maxIssues, places: new Map(), values: new Map() };
  const value = node === undefined ? null : read(reading, node, { path: '', depth: 0 });
  return { value, issues: reading.issues, places: reading.places, values: reading.values };
}

function read(reading: Reading, node: SourceNode, place: Place): unknown {
  if (reading.issues.length >= reading.maxIssues) return null;
  if (node.type === 'object') return readMap(reading, node.children ?? [], place);
  if (node.type === 'array') return readList(reading, node.children ?? [], place);
  const { value } = node;
  if (place.path !== '') reading.values.set(place.path, { offset: node.offset, length: node.length });
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    report(reading, node, { message: 'this number is too large to be exact; put it in quotes', severity: 'warning' });
  }
  return value;
}

function readList(reading: Reading, items: readonly SourceNode[], place: Place): unknown[] {
  return items.map((item, index) => read(reading, item, enter(reading, place, String(index), item)));
}

function readMap(reading: Reading, properties: readonly SourceNode[], place: Place): object {
  const entries = new Map<string, unknown>();
  for (const { children: [keyNode, value] = [] } of properties) {
    if (keyNode === undefined || value === undefined) continue;
    const key = String(keyNode.value);
    if (entries.has(key)) report(reading, keyNode, { message: `duplicate key "${key}"`, severity: 'error' });
    else entries.set(key, read(reading, value, enter(reading, place, key, keyNode)));
  }
  return Object.fromEntries(entries);
}

/** The place of a member, which is kept where it stands high enough. */
function enter({ places }: Reading, { path, depth }: Place, step: string, { offset }: SourceNode): Place {
  if (depth >= MAX_PLACE_DEPTH) return { path: '', depth: depth + 1 };
  const inner = { path: `${path}${step}/`, depth: depth + 1 };
  places.set(inner.path, offset);
  return inner;
}

function report(reading: Reading, { offset }: SourceNode, issue: Omit<YamlIssue, 'offset'>): void {
  if (reading.issues.length < reading.maxIssues) reading.issues.push({ ...issue, offset });
}
