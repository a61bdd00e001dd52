import { createLocator, findTooDeep, type Reporter, type SourceNode } from '@toolyard/core';
import { Composer, type Document, Parser } from 'yaml';
import { toSourceNode } from './to-source-node.ts';

const MAX_ERRORS = 20;
const MAX_DEPTH = 100;

interface YamlIssue {
  readonly offset: number;
  readonly reason: string;
}

/** Reads YAML 1.2 as JSON values with their places; reports every error, and gives nothing where there is one. */
export function parseYamlText(text: string, reporter: Reporter): SourceNode | undefined {
  const { node, issues } = readText(text);
  const locate = createLocator(text);
  for (const { offset, reason } of issues) {
    const { line, column } = locate(offset);
    const message = `Invalid YAML at line ${line}, column ${column}: ${reason}`;
    reporter.problem({ offset, path: [], message });
  }
  return issues.length === 0 ? node : undefined;
}

function readText(text: string): { readonly node?: SourceNode; readonly issues: readonly YamlIssue[] } {
  const tokens = [...new Parser().parse(text)];
  const deep = findTooDeep(tokens, MAX_DEPTH);
  if (deep !== undefined) return { issues: [{ offset: deep, reason: `more than ${MAX_DEPTH} levels are not read` }] };
  // `uniqueKeys` compares every key with every other; who reads the fields looks them up.
  const composer = new Composer({ version: '1.2', schema: 'core', uniqueKeys: false, logLevel: 'silent' });
  const [document, second] = composer.compose(tokens, true, text.length);
  if (document === undefined || document.contents === null)
    return { issues: [{ offset: 0, reason: 'the file is empty' }] };
  if (second !== undefined)
    return { issues: [{ offset: second.range[0], reason: 'one document is expected, not several' }] };
  const errors = findErrors(document);
  if (errors.length > 0) return { issues: errors };
  const { node, issue } = toSourceNode(document, MAX_DEPTH);
  return { node, issues: issue === undefined ? [] : [issue] };
}

/** Warnings are about tags and the like, which would be lost. */
function findErrors({ errors, warnings }: Document.Parsed): YamlIssue[] {
  const issues = [...errors, ...warnings].slice(0, MAX_ERRORS);
  return issues.map(({ message, pos }) => ({ offset: pos[0], reason: toReason(message) }));
}

/** The parser's sentences begin with a capital and may have several lines; ours go on after a colon. */
function toReason(message: string): string {
  const [line = ''] = message.split('\n', 1);
  const hint = line.startsWith('Unresolved tag: !') ? '; a text that begins with "!" has to be in quotes' : '';
  return `${line.charAt(0).toLowerCase()}${line.slice(1)}${hint}`;
}
