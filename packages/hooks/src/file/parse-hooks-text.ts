import { createLocator, createReporter, parseJsonText, type Reporter, type SourceNode } from '@toolyard/core';
import { readYaml } from '@toolyard/core/yaml';
import type { HooksFormat, HooksProblem } from './hooks-problem.ts';

const MAX_LENGTH = 1_048_576;
const YAML_LIMITS = { depth: 100, values: 200_000, issues: 20 };

/** The values of a hooks file and where they stand, whatever they mean; no node where the text is not JSON or YAML. */
export function parseHooksText(
  source: string,
  format: HooksFormat,
): { readonly node?: SourceNode | undefined; readonly problems: readonly HooksProblem[] } {
  const reporter = createReporter(source);
  if (source.length > MAX_LENGTH) {
    const message = `The file has ${source.length} characters; at most ${MAX_LENGTH} are read`;
    reporter.problem({ offset: 0, path: [], message });
    return { problems: reporter.problems() };
  }
  const node = format === 'json' ? parseJsonText(source, reporter) : parseYamlText(source, reporter);
  const problems = reporter.problems();
  return format === 'json'
    ? { node, problems }
    : { node, problems: problems.map((problem) => ({ ...problem, code: 'invalid_yaml' as const })) };
}

interface Found {
  readonly offset: number;
  readonly message: string;
}

/** Reads YAML 1.2 as JSON values with their places; reports every error, and gives nothing where there is one. */
function parseYamlText(text: string, reporter: Reporter): SourceNode | undefined {
  const { node, issues, secondAt } = readYaml(text, YAML_LIMITS);
  if (issues.length === 0 && node !== undefined && secondAt === undefined) return node;
  const locate = createLocator(text);
  for (const { offset, message } of explain({ issues, isEmpty: node === undefined, secondAt })) {
    const { line, column } = locate(offset);
    const whole = `Invalid YAML at line ${line}, column ${column}: ${toReason(message)}`;
    reporter.problem({ offset, path: [], message: whole });
  }
  return undefined;
}

interface Unread {
  /** Warnings count too: they are about tags and the like, which would be lost. */
  readonly issues: readonly Found[];
  readonly isEmpty: boolean;
  readonly secondAt: number | undefined;
}

function explain({ issues, isEmpty, secondAt }: Unread): readonly Found[] {
  if (issues.length === 0 && isEmpty) return [{ offset: 0, message: 'the file is empty' }];
  if (secondAt !== undefined) return [{ offset: secondAt, message: 'expected one document, not several' }];
  return issues;
}

/** The parser's sentences begin with a capital; ours go on after a colon. */
function toReason(message: string): string {
  const hint = message.startsWith('Unresolved tag: !') ? '; put text that starts with "!" in quotes' : '';
  return `${message.charAt(0).toLowerCase()}${message.slice(1)}${hint}`;
}
