import { findTooDeep } from '@toolyard/core';
import { Composer, type CST, type Document, Parser } from 'yaml';
import { MAX_DEPTH, readYamlNode, TOO_DEEP, type YamlIssue } from './read-yaml-node.ts';

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
    return refuse(message, 0);
  }
  const tokens = [...new Parser().parse(text)];
  // The document itself is a level too.
  const deep = findTooDeep(tokens, MAX_DEPTH + 1);
  if (deep !== undefined) return refuse(TOO_DEEP, deep);
  const document = compose(tokens, text.length);
  if (document === undefined) return refuse('the text is empty', 0);
  const errors = document.errors.slice(0, MAX_ISSUES).map(({ message, pos }) => toIssue(message, pos[0], 'error'));
  if (errors.length > 0) return { issues: errors, places: new Map() };
  const warnings = document.warnings.map(({ message, pos }) => toIssue(message, pos[0], 'warning'));
  const { value, issues, places } = readYamlNode(document, MAX_ISSUES);
  const isWrong = issues.some(({ severity }) => severity === 'error');
  const all = [...warnings.slice(0, MAX_ISSUES), ...issues].toSorted((left, right) => left.offset - right.offset);
  return { ...(!isWrong && { value }), issues: all, places };
}

function compose(tokens: readonly CST.Token[], length: number): Document.Parsed | undefined {
  // `uniqueKeys` compares every key with every other; they are looked up instead, when the nodes are read.
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document] = composer.compose(tokens, true, length);
  return document;
}

function refuse(message: string, offset: number): YamlValue {
  return { issues: [toIssue(message, offset, 'error')], places: new Map() };
}

function toIssue(message: string, offset: number, severity: YamlIssue['severity']): YamlIssue {
  return { message: message.split('\n', 1)[0] ?? '', offset, severity };
}
