import { isJsonObject, resolveReference } from '@toolyard/core';
import { createPattern } from './create-pattern.ts';

/** What it takes to compile a schema and to check a value by it. */
export interface SchemaCost {
  /** Tests of one value, with references counted as often as they are followed. */
  readonly tests: number;
  /** How often the schema refers to a part that it is inside of; each level of a value can cost that many times the one above. */
  readonly loops: number;
}

/** Compiling takes up to half a millisecond for each part. */
const MAX_PARTS = 5000;
/** Compilers and checks call themselves for each level; a stack that overflows inside a regular expression ends the process. */
const MAX_DEPTH = 200;
const MAX_TESTS = 1_000_000;
/** What a check of one value may take: a second or so. */
const MAX_WORK = 10_000_000;
const MAX_VALUES = 10_000;

/** What a schema costs, or why it had better not be used for validation, as a sentence part. */
export function measureSchema(schema: unknown): SchemaCost | { readonly danger: string } {
  const { parts, depth } = measureTree(schema, MAX_PARTS, MAX_DEPTH);
  if (depth > MAX_DEPTH) return { danger: `it has more than ${MAX_DEPTH} levels` };
  if (parts > MAX_PARTS) return { danger: `it has more than ${MAX_PARTS} parts` };
  const wrong = findWrongPattern(schema);
  if (wrong !== undefined) {
    return { danger: `its pattern ${JSON.stringify(wrong.slice(0, 60))} is invalid or may take forever` };
  }
  const cost = measureTests(schema);
  return cost.tests > MAX_TESTS ? { danger: 'it has too many alternatives' } : cost;
}

/** Whether a value can be checked by such a schema in bearable time. */
export function isAffordable(value: unknown, { tests, loops }: SchemaCost): boolean {
  const { parts, depth } = measureTree(value, MAX_VALUES, MAX_DEPTH);
  if (parts > MAX_VALUES || depth > MAX_DEPTH) return false;
  return parts * tests * Math.max(1, loops) ** depth <= MAX_WORK;
}

/** Counts the values in a value and their levels, no further than the limits; without calling itself, which deep ones forbid. */
function measureTree(value: unknown, maxParts: number, maxDepth: number): { parts: number; depth: number } {
  let parts = 0;
  let depth = 0;
  for (let level: readonly unknown[] = [value]; level.length > 0 && parts <= maxParts && depth <= maxDepth; depth++) {
    parts += level.length;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return { parts, depth };
}

function findWrongPattern(schema: unknown): string | undefined {
  for (const open = [schema]; open.length > 0;) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    const patterns = isJsonObject(node) && isJsonObject(node['patternProperties']) ? node['patternProperties'] : {};
    const wrong = Object.keys(patterns).find((key) => createPattern(key) === undefined);
    if (wrong !== undefined) return wrong;
    for (const child of Object.values(node)) open.push(child);
  }
  return undefined;
}

// References are counted as often as they are followed: 30 levels of "one of twice the next level" are a million tests.
function measureTests(schema: unknown): SchemaCost {
  const costs = new Map<object, SchemaCost | 'open'>();

  function measure(node: unknown): SchemaCost {
    if (typeof node !== 'object' || node === null) return { tests: 0, loops: 0 };
    const known = costs.get(node);
    if (known !== undefined) return known === 'open' ? { tests: 0, loops: 1 } : known;
    costs.set(node, 'open');
    const reference = isJsonObject(node) ? node['$ref'] : undefined;
    const target = typeof reference === 'string' ? resolveReference(schema, reference) : undefined;
    let [tests, loops] = [1, 0];
    for (const child of [...Object.values(node), target]) {
      const cost = measure(child);
      tests += cost.tests;
      loops += cost.loops;
    }
    const cost = { tests, loops };
    costs.set(node, cost);
    return cost;
  }

  return measure(schema);
}
