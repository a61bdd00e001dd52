import { checkValue } from './check-value.ts';
import type { Parsed } from './field-error.ts';
import { TOKEN_QUESTION_SCHEMA } from './task-schemas.ts';

/** Reads which token is asked about; what is wrong with it is told without it. */
export function parseTokenQuestion(input: unknown, now: number): Parsed<string> {
  const errors = checkValue(TOKEN_QUESTION_SCHEMA, input, now);
  if (errors.length > 0) return { ok: false, errors: errors.map((error) => ({ ...error, received_value: null })) };
  return { ok: true, value: (input as { token: string }).token };
}
