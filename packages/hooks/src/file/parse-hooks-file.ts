import { createReporter, type Place, readShape, type Reporter, type SourceNode } from '@toolyard/core';
import type { Hook } from '../hook/hook.ts';
import { createHookPlaces, type HookPlaces } from './create-hook-places.ts';
import { FILE_FIELDS } from './hook-fields.ts';
import type { HooksFormat, HooksProblem } from './hooks-problem.ts';
import { parseHooksText } from './parse-hooks-text.ts';

/** What a hooks file says, and everything that is wrong with it. */
export interface ParsedHooks {
  /** Those that nothing is wrong with, in the order of the file, with defaults filled in. */
  readonly hooks: readonly Hook[];
  readonly places: HookPlaces;
  /** All values with where they stand; absent where the text is not JSON or YAML. */
  readonly root?: SourceNode;
  /** In the order of the text. */
  readonly problems: readonly HooksProblem[];
}

const MAX_PROBLEMS = 100;

/** Reads the text of a hooks file; never throws, and reports all that is wrong at once, up to 100 problems. */
export function parseHooksFile(text: string, { format }: { readonly format: HooksFormat }): ParsedHooks {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const reporter = createReporter(source);
  const { node, problems } = parseHooksText(source, format);
  const read = node === undefined ? [] : readHooks(node, reporter);
  return {
    hooks: read.map(({ hook }) => hook),
    places: createHookPlaces(source, node, new Map(read.map(({ hook, index }) => [hook.id, index]))),
    ...(node && { root: node }),
    problems: cutProblems([...problems, ...reporter.problems()]),
  };
}

/** A file with very many problems mostly has one, again and again. */
function cutProblems(problems: readonly HooksProblem[]): readonly HooksProblem[] {
  const [next, ...others] = problems.slice(MAX_PROBLEMS);
  if (next === undefined || others.length === 0) return problems;
  return [...problems.slice(0, MAX_PROBLEMS), { ...next, message: `${others.length + 1} more problems are not shown` }];
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
