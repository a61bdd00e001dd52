import { toVisible } from '../text/to-visible.ts';
import type { ConfigProblemCode, PlacedProblem } from './config-problem.ts';
import { type JsonPath, toJsonPath } from './to-json-path.ts';

const MAX_LINE = 1000;

/** Something to report, and where in the text it stands. */
interface Finding {
  readonly offset: number;
  readonly path: JsonPath;
  readonly message: string;
  readonly code?: ConfigProblemCode;
  /** The server that alone is concerned. */
  readonly server?: string;
}

/** Collects what is wrong with one text. */
export interface Reporter {
  /** `invalid_schema` unless the finding says otherwise. */
  problem(finding: Finding): void;
  warning(finding: Finding): void;
  /** How many problems there are so far that make what was read unusable: a variable that is missing does not. */
  readonly count: number;
  /** In the order of the text, each once. */
  problems(): PlacedProblem[];
  warnings(): PlacedProblem[];
}

/** Creates a reporter that turns places in `text` into lines and columns. */
export function createReporter(text: string): Reporter {
  const problems: Finding[] = [];
  const warnings: Finding[] = [];
  const locate = createLocator(text);
  return {
    problem: (finding) => void problems.push(finding),
    warning: (finding) => void warnings.push(finding),
    get count() {
      return problems.filter(({ code }) => code !== 'missing_env_var').length;
    },
    problems: () => arrange(problems, locate),
    warnings: () => arrange(warnings, locate),
  };
}

/** Tells line and column, both from 1, of an offset in a text. */
export type Locator = (offset: number) => { line: number; column: number };

/** Creates a function that tells line and column, both from 1, of an offset. */
export function createLocator(text: string): Locator {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), (match) => match.index + match[0].length)];
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** A key may be very long, or hold line ends or codes that steer a terminal; a problem is one line of text. */
function toLine(text: string): string {
  const line = text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text;
  return toVisible(line);
}

function arrange(findings: readonly Finding[], locate: Locator): PlacedProblem[] {
  const unique = new Map<string, PlacedProblem>();
  for (const finding of findings.toSorted((one, other) => one.offset - other.offset)) {
    const { message, code = 'invalid_schema', server } = finding;
    const path = toLine(toJsonPath(finding.path));
    const place = { path, ...locate(finding.offset), ...(server === undefined ? {} : { server }) };
    const problem = { code, message: toLine(message), ...place };
    const identity = `${path}\n${problem.message}`;
    if (!unique.has(identity)) unique.set(identity, problem);
  }
  return [...unique.values()];
}
