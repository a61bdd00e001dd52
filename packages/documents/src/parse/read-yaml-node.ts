import { type Alias, type Document, isAlias, isMap, isScalar, isSeq } from 'yaml';

/** A problem of a YAML text, at an offset in it. */
export interface YamlIssue {
  readonly message: string;
  readonly offset: number;
  readonly severity: 'error' | 'warning';
}

const MAX_ALIASES = 100;
const MAX_VALUES = 100_000;
/** Problems of our own are about keys that stand this deep at most. */
const MAX_PLACE_DEPTH = 4;

/** So many lists and mappings may lie in each other. */
export const MAX_DEPTH = 64;

/** What is said of a text that is nested too deeply. */
export const TOO_DEEP: string = `nested deeper than ${MAX_DEPTH} levels`;

interface Reading {
  readonly document: Document.Parsed;
  readonly issues: YamlIssue[];
  readonly maxIssues: number;
  readonly places: Map<string, number>;
  aliases: number;
  values: number;
}

interface Place {
  readonly path: string;
  readonly depth: number;
}

/** The JSON value of a document, with what is wrong in it; a value of which something is wrong is not to be used. */
export function readYamlNode(
  document: Document.Parsed,
  maxIssues: number,
): { value: unknown; issues: readonly YamlIssue[]; places: ReadonlyMap<string, number> } {
  const reading: Reading = { document, issues: [], maxIssues, places: new Map(), aliases: 0, values: 0 };
  const value = read(reading, document.contents, { path: '', depth: 0 });
  return { value, issues: reading.issues, places: reading.places };
}

function read(reading: Reading, node: unknown, place: Place): unknown {
  if (reading.issues.length >= reading.maxIssues) return null;
  if (++reading.values === MAX_VALUES) report(reading, node, `more than ${MAX_VALUES} values`);
  if (reading.values >= MAX_VALUES) return null;
  if (isScalar(node)) return readScalar(reading, node.value, node);
  if (isAlias(node)) return readAlias(reading, node, place);
  if (!isMap(node) && !isSeq(node)) return null;
  if (place.depth >= MAX_DEPTH) return report(reading, node, TOO_DEEP);
  return isMap(node) ? readMap(reading, node.items, place) : readList(reading, node.items, place);
}

function readScalar(reading: Reading, value: unknown, node: unknown): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (!Number.isFinite(value)) report(reading, node, 'a number must be finite');
  else if (Number.isInteger(value)) {
    report(reading, node, 'this number is too large to be exact; put it in quotes', 'warning');
  }
  return value;
}

function readAlias(reading: Reading, node: Alias, place: Place): unknown {
  if (++reading.aliases > MAX_ALIASES) return report(reading, node, `more than ${MAX_ALIASES} aliases`);
  const target = node.resolve(reading.document);
  if (target === undefined) return report(reading, node, `nothing has the anchor ${node.source}`);
  // One more level, so that an alias inside of what it names comes to an end.
  return read(reading, target, { ...place, depth: place.depth + 1 });
}

function readList(reading: Reading, items: readonly unknown[], place: Place): unknown[] {
  return items.map((item, index) => read(reading, item, enter(reading, place, String(index), item)));
}

function readMap(reading: Reading, items: readonly { key: unknown; value: unknown }[], place: Place): object {
  const entries = new Map<string, unknown>();
  for (const { key: node, value } of items) {
    if (reading.issues.length >= reading.maxIssues) break;
    const key = readKey(reading, node, place);
    if (key === undefined) report(reading, node, 'a key must be a text');
    else if (entries.has(key)) report(reading, node, `the key "${key}" stands twice`);
    else entries.set(key, read(reading, value, enter(reading, place, key, node)));
  }
  return Object.fromEntries(entries);
}

function readKey(reading: Reading, node: unknown, place: Place): string | undefined {
  const key = isAlias(node) ? readAlias(reading, node, place) : isScalar(node) ? node.value : undefined;
  return typeof key === 'string' || typeof key === 'number' || typeof key === 'boolean' ? String(key) : undefined;
}

/** The place of a member, which is kept where it stands high enough. */
function enter({ places }: Reading, { path, depth }: Place, step: string, node: unknown): Place {
  if (depth >= MAX_PLACE_DEPTH) return { path: '', depth: depth + 1 };
  const inner = { path: `${path}${step}/`, depth: depth + 1 };
  places.set(inner.path, offsetOf(node));
  return inner;
}

function report(
  { issues }: Reading,
  node: unknown,
  message: string,
  severity: YamlIssue['severity'] = 'error',
): undefined {
  issues.push({ message, offset: offsetOf(node), severity });
}

function offsetOf(node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : 0;
}
