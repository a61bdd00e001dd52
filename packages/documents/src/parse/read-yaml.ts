import { parseDocument } from 'yaml';
import { readYamlNode, TOO_DEEP, type YamlIssue } from './read-yaml-node.ts';

/** What a YAML text says as JSON values, and what is wrong with it. */
export interface YamlValue {
  /** Absent where there is an error. */
  readonly value?: unknown;
  /** In the order of the text. */
  readonly issues: readonly YamlIssue[];
  /** The offsets of keys and of list items, by their path in which each step ends in `/`. */
  readonly places: ReadonlyMap<string, number>;
}

const MAX_LENGTH = 131_072;
const MAX_ISSUES = 20;

/** Reads YAML 1.2 with its core schema; never throws, and bounds what a text can cost: length, depth and aliases. */
export function readYaml(text: string): YamlValue {
  if (text.length > MAX_LENGTH) {
    const message = `the text is longer than ${MAX_LENGTH} characters; give large values in another way`;
    return { issues: [{ message, offset: 0, severity: 'error' }], places: new Map() };
  }
  // `uniqueKeys` compares every key with every other; they are looked up instead, when the nodes are read.
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
  const { value, issues, places } = readYamlNode(document, MAX_ISSUES);
  const isWrong = issues.some(({ severity }) => severity === 'error');
  const all = [...warnings.slice(0, MAX_ISSUES), ...issues].toSorted((left, right) => left.offset - right.offset);
  return { ...(!isWrong && { value }), issues: all, places };
}

function toIssue(message: string, offset: number, severity: YamlIssue['severity']): YamlIssue {
  // The parser tells of its own stack where a text is nested too deeply for it.
  const isDeep = message.includes('call stack');
  return { message: isDeep ? TOO_DEEP : (message.split('\n', 1)[0] ?? ''), offset, severity };
}
