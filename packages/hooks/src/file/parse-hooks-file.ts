import {
  createReporter,
  parseJsonText,
  type Place,
  readShape,
  type Reporter,
  type SourceNode,
  createLocator,
} from '@toolyard/core';
import { readYaml } from '@toolyard/core/yaml';
import type { Hook } from '../hook/hook.ts';
import { createHookPlaces, type HookPlaces } from './create-hook-places.ts';
import { FILE_FIELDS } from './hook-fields.ts';
import type { HooksFormat, HooksProblem } from './hooks-problem.ts';

/** What a hooks file says, and everything that is wrong with it. */
export interface ParsedHooks {
  /** Those that nothing is wrong with, in the order of the file, with defaults filled in. */
  readonly hooks: readonly Hook[];
  readonly places: HookPlaces;
  /** In the order of the text. */
  readonly problems: readonly HooksProblem[];
}

const MAX_LENGTH = 1_048_576;
const MAX_PROBLEMS = 100;
const YAML_LIMITS = { depth: 100, values: 200_000, issues: 20 };

/** Reads the text of a hooks file; never throws, and reports all that is wrong at once, up to 100 problems. */
export function parseHooksFile(text: string, { format }: { readonly format: HooksFormat }): ParsedHooks {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const reporter = createReporter(source);
  const { node, problems } = parseText(source, format);
  const read = node === undefined ? [] : readHooks(node, reporter);
  return {
    hooks: read.map(({ hook }) => hook),
    places: createHookPlaces(source, node, new Map(read.map(({ hook, index }) => [hook.id, index]))),
    problems: cutProblems([...problems, ...reporter.problems()]),
  };
}

/** A file with very many problems mostly has one, again and again. */
function cutProblems(problems: readonly HooksProblem[]): readonly HooksProblem[] {
  const [next, ...others] = problems.slice(MAX_PROBLEMS);
  if (next === undefined || others.length === 0) return problems;
  return [...problems.slice(0, MAX_PROBLEMS), { ...next, message: `${others.length + 1} more problems are not shown` }];
}

function parseText(source: string, format: HooksFormat): { node?: SourceNode | undefined; problems: HooksProblem[] } {
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

interface ReadHook {
  readonly hook: Hook;
  /** Its place in the file. */
  readonly index: number;
}

function readHooks(node: SourceNode, reporter: Reporter): ReadHook[] {
  if (node.type !== 'object') {
    const message = 'The file must be an object with "version" and "hooks"';
    reporter.problem({ offset: node.offset, path: [], message });
    return [];
  }
  const wrong = new Set<unknown>();
  const noting: Reporter = {
    ...reporter,
    problem: (finding) => {
      wrong.add(finding.path[1]);
      reporter.problem(finding);
    },
  };
  const place: Place = { node, path: [], around: 0 };
  const file = readShape(place, { kind: 'object', fields: FILE_FIELDS }, { reporter: noting, strict: true });
  const { hooks = [] } = file as { readonly hooks?: readonly Hook[] };
  return hooks.map((hook, index) => ({ hook, index })).filter(({ index }) => !wrong.has(index));
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
