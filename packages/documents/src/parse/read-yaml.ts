import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, type ParsedNode, parseDocument } from 'yaml';

/** A problem of a YAML text, at an offset in it. */
export interface YamlIssue {
  readonly message: string;
  readonly offset: number;
  readonly severity: 'error' | 'warning';
}

/** What a YAML text says as JSON values, and what is wrong with it. */
export interface YamlValue {
  /** Absent where there is an error. */
  readonly value?: unknown;
  readonly issues: readonly YamlIssue[];
  /** The offsets of keys and of list items, by their path joined with `/`. */
  readonly places: ReadonlyMap<string, number>;
}

const MAX_LENGTH = 131_072;
const MAX_ALIASES = 100;
const MAX_DEPTH = 64;
const MAX_VALUES = 100_000;
/** Problems of our own are about keys that stand this deep at most. */
const MAX_PLACE_DEPTH = 4;
const MAX_ISSUES = 20;

/** Reads YAML 1.2 with its core schema; never throws, and bounds what a text can cost: length, depth and aliases. */
export function readYaml(text: string): YamlValue {
  if (text.length > MAX_LENGTH) {
    return refuse(`the text is longer than ${MAX_LENGTH} characters; give large values in another way`, 0);
  }
  // `uniqueKeys` compares every key with every other; the converter below looks them up instead.
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const errors = document.errors.slice(0, MAX_ISSUES).map(({ message, pos }) => toIssue(message, pos[0], 'error'));
  if (errors.length > 0) return { issues: errors, places: new Map() };
  const warnings = document.warnings.map(({ message, pos }) => toIssue(message, pos[0], 'warning'));
  const reading = createReading(document, warnings);
  const value = reading.read(document.contents, '', 0);
  const issues = reading.issues.slice(0, MAX_ISSUES).toSorted((left, right) => left.offset - right.offset);
  const isWrong = reading.issues.some(({ severity }) => severity === 'error');
  return { ...(!isWrong && { value }), issues, places: reading.places };
}

function refuse(message: string, offset: number): YamlValue {
  return { issues: [{ message, offset, severity: 'error' }], places: new Map() };
}

function toIssue(message: string, offset: number, severity: YamlIssue['severity']): YamlIssue {
  const isDeep = message.includes('call stack');
  return { message: isDeep ? TOO_DEEP : (message.split('\n', 1)[0] ?? ''), offset, severity };
}

const TOO_DEEP = `nested deeper than ${MAX_DEPTH} levels`;

interface Reading {
  readonly issues: YamlIssue[];
  readonly places: Map<string, number>;
  read(node: unknown, path: string, depth: number): unknown;
}

function createReading(document: Document.Parsed, warnings: readonly YamlIssue[]): Reading {
  const issues: YamlIssue[] = [...warnings];
  const places = new Map<string, number>();
  let aliases = 0;
  let values = 0;

  function report(
    message: string,
    node: { readonly range?: unknown },
    severity: YamlIssue['severity'] = 'error',
  ): void {
    issues.push({ message, offset: offsetOf(node), severity });
  }

  function read(node: unknown, path: string, depth: number): unknown {
    if (issues.length > MAX_ISSUES) return null;
    if (++values === MAX_VALUES) report(`more than ${MAX_VALUES} values`, toNode(node));
    if (values >= MAX_VALUES) return null;
    if (isScalar(node)) return readScalar(node.value, node);
    if (isAlias(node)) return readAlias(node, path, depth);
    if (!isMap(node) && !isSeq(node)) return null;
    if (depth >= MAX_DEPTH) return report(TOO_DEEP, node);
    return isMap(node) ? readMap(node.items, path, depth) : readList(node.items, path, depth);
  }

  function readScalar(value: unknown, node: { readonly range?: unknown }): unknown {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    if (!Number.isFinite(value)) report('a number must be finite', node);
    else if (Number.isInteger(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      report('this number is too large to be exact; put it in quotes', node, 'warning');
    }
    return value;
  }

  function readAlias(node: Alias, path: string, depth: number): unknown {
    if (++aliases > MAX_ALIASES) return report(`more than ${MAX_ALIASES} aliases`, node);
    const target = node.resolve(document);
    if (target === undefined) return report(`nothing has the anchor ${node.source}`, node);
    // One more level, so that an alias inside of what it names comes to an end.
    return read(target, path, depth + 1);
  }

  function note(path: string, node: unknown, depth: number): void {
    if (depth < MAX_PLACE_DEPTH) places.set(path, offsetOf(node));
  }

  function readList(items: readonly unknown[], path: string, depth: number): unknown[] {
    return items.map((item, index) => {
      note(`${path}${index}/`, item, depth);
      return read(item, `${path}${index}/`, depth + 1);
    });
  }

  function readMap(items: readonly { key: unknown; value: unknown }[], path: string, depth: number): object {
    const entries = new Map<string, unknown>();
    for (const { key: node, value } of items) {
      const key = isAlias(node) ? read(node, path, depth) : isScalar(node) ? node.value : undefined;
      if (typeof key !== 'string' && typeof key !== 'number' && typeof key !== 'boolean') {
        report('a key must be a text', toNode(node));
      } else if (entries.has(String(key))) report(`the key "${key}" stands twice`, toNode(node));
      else {
        note(`${path}${key}/`, node, depth);
        entries.set(String(key), read(value, `${path}${key}/`, depth + 1));
      }
      if (issues.length > MAX_ISSUES) break;
    }
    return Object.fromEntries(entries);
  }

  return { issues, places, read };
}

function toNode(node: unknown): { readonly range?: unknown } {
  return typeof node === 'object' && node !== null ? node : {};
}

function offsetOf(node: unknown): number {
  const { range } = toNode(node) as Partial<ParsedNode>;
  return range?.[0] ?? 0;
}
