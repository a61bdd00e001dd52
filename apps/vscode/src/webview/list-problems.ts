import type { FieldProblem, FormView } from '../form/protocol.ts';
import type { PageField } from './field-of.ts';
import { fieldElementId, MAPPING_ELEMENT_ID, rowElementId } from './element-ids.ts';

/** A problem, and the control that it is about. */
export interface ListedProblem extends FieldProblem {
  /** The element to go to; absent for what belongs to no control. */
  readonly element?: string;
  /** What the control is called. */
  readonly label?: string;
}

/** Everything that is wrong with the hook, errors first and otherwise from top to bottom; what is wrong with the event of the preview is no problem of the hook. */
export function listProblems(view: FormView): readonly ListedProblem[] {
  const fields = view.sections.flatMap((section) => section.fields.flatMap(problemsOfField));
  const rows = (view.mapping?.rows ?? []).flatMap(({ parameter, problems }) =>
    problems.map((problem) => ({ ...problem, element: rowElementId(parameter, 'source'), label: parameter })),
  );
  const mapping = (view.mapping?.problems ?? []).map((problem) => ({
    ...problem,
    element: MAPPING_ELEMENT_ID,
    label: 'Parameters',
  }));
  const all: readonly ListedProblem[] = [...view.problems, ...fields, ...mapping, ...rows];
  return [...all.filter(isError), ...all.filter((problem) => !isError(problem))];
}

/** How many of each there are, in words; empty where there is nothing. */
export function countProblems(problems: readonly FieldProblem[]): string {
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors;
  return [errors > 0 ? countOf(errors, 'error') : '', warnings > 0 ? countOf(warnings, 'warning') : '']
    .filter((part) => part !== '')
    .join(' and ');
}

function countOf(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function problemsOfField(field: PageField): readonly ListedProblem[] {
  const { key, label, problems } = field;
  return problems.map((problem) => ({ ...problem, element: fieldElementId(key), label }));
}

function isError({ severity }: FieldProblem): boolean {
  return severity === 'error';
}
