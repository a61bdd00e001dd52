import { readYaml as readYamlText, type YamlIssue } from '@toolyard/core/yaml';
import { toYamlValue, type YamlSpan } from './to-yaml-value.ts';

/** What a YAML text says as JSON values, and what is wrong with it. */
export interface YamlValue {
  /** Absent where there is an error. */
  readonly value?: unknown;
  /** In the order of the text. */
  readonly issues: readonly YamlIssue[];
  /** The offsets of keys and of list items, by their path in which each step ends in `/`. */
  readonly places: ReadonlyMap<string, number>;
  /** The places of texts, numbers and the like, by the same paths; those of an alias are where its anchor is. */
  readonly values: ReadonlyMap<string, YamlSpan>;
}

const MAX_LENGTH = 131_072;
const LIMITS = { depth: 64, values: 100_000, issues: 20 };

/** Reads YAML 1.2 with its core schema; never throws, and bounds what a text can cost: length, depth and aliases. */
export function readNoteYaml(text: string): YamlValue {
  if (text.length > MAX_LENGTH) {
    const message = `the text is longer than ${MAX_LENGTH} characters; give large values in another way`;
    return { issues: [{ message, offset: 0, severity: 'error' }], places: new Map(), values: new Map() };
  }
  const { node, issues } = readYamlText(text, LIMITS);
  const read = toYamlValue(node, LIMITS.issues);
  const all = [...issues, ...read.issues].toSorted((left, right) => left.offset - right.offset);
  const isWrong = all.some(({ severity }) => severity === 'error');
  return { ...(!isWrong && { value: read.value }), issues: all, places: read.places, values: read.values };
}
