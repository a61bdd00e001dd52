import type { FieldError, Parsed } from '../domain/field-error.ts';
import type { Problem } from '../domain/problem.ts';

/** A request that is answered with a problem. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** The problem of wrong fields. */
export function toValidationProblem(errors: readonly FieldError[]): ProblemError {
  const [first] = errors;
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : '';
  const detail = `${first?.message ?? 'The input is wrong'}${more}. See "errors" for each field.`;
  return new ProblemError({ kind: 'validation', detail, errors });
}

/** The value, if there is one; throws the problem of its wrong fields otherwise. */
export function accept<T>(parsed: Parsed<T>): T {
  if (parsed.ok) return parsed.value;
  throw toValidationProblem(parsed.errors);
}
