import { Composer, type Document, Parser } from 'yaml';
import { explainDepth, toSourceNode } from './to-source-node.ts';
import type { YamlIssue, YamlLimits, YamlText } from './yaml-text.ts';

/**
 * Reads YAML 1.2 with its core schema as JSON values with their places; never throws. A key that stands twice is for the reader of
 * the values to see.
 */
export function readYaml(text: string, limits: YamlLimits): YamlText {
  const tokens = [...new Parser().parse(text)];
  // The document itself is a level too.
  const deepAt = findTooDeep(tokens, limits.depth + 1);
  if (deepAt !== undefined) {
    return { issues: [{ message: explainDepth(limits.depth), offset: deepAt, severity: 'error' }] };
  }
  // `uniqueKeys` would compare every key with every other.
  const composer = new Composer({ version: '1.2', schema: 'core', uniqueKeys: false, logLevel: 'silent' });
  const [document, second] = composer.compose(tokens, true, text.length);
  const more = second === undefined ? {} : { secondAt: second.range[0] };
  if (document === undefined) return { issues: [], ...more };
  return { ...readDocument(document, limits), ...more };
}

function readDocument(document: Document.Parsed, limits: YamlLimits): YamlText {
  const told = listIssues(document).slice(0, limits.issues);
  if (document.errors.length > 0 || document.contents === null) return { issues: told };
  const { node, issues: own } = toSourceNode(document, limits);
  return { ...(own.length === 0 && { node }), issues: [...told, ...own] };
}

/** Of a sentence with an excerpt of the text only the sentence. */
function listIssues({ errors, warnings }: Document.Parsed): YamlIssue[] {
  const toIssue = (severity: YamlIssue['severity']) => (found: Document.Parsed['errors' | 'warnings'][number]) => {
    return { message: found.message.split('\n', 1)[0] ?? '', offset: found.pos[0], severity };
  };
  return [...errors.map(toIssue('error')), ...warnings.map(toIssue('warning'))];
}

/** A piece of a YAML text as parsers cut it, as far as its depth goes: a document has a value, a collection has items. */
interface YamlToken {
  /** Where it begins in the text. */
  readonly offset: number;
  readonly value?: YamlToken;
  readonly items?: readonly YamlItem[];
}

interface YamlItem {
  readonly key?: YamlToken | null;
  readonly value?: YamlToken;
}

/**
 * Where a YAML text is nested deeper than `limit`, if anywhere. To be asked before values are made of its tokens: what makes
 * them calls itself for each level, and a stack that is full can end the whole process.
 */
function findTooDeep(tokens: readonly YamlToken[], limit: number): number | undefined {
  const open = tokens.map((token) => ({ token, depth: 0 }));
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    const { token, depth } = level;
    if (depth > limit) return token.offset;
    for (const inner of partsOf(token)) open.push({ token: inner, depth: depth + 1 });
  }
  return undefined;
}

function partsOf({ value, items = [] }: YamlToken): YamlToken[] {
  return [value ?? [], ...items.flatMap((item) => [item.key ?? [], item.value ?? []])].flat();
}
