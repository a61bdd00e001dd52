import type { FieldError } from '../domain/field-error.ts';

/** The kinds of failed calls, with the message that each has where nothing better is known. */
export const ERROR_MESSAGES = {
  authentication_error: 'Service authentication failed',
  authorization_error: 'User not authorized to access this resource',
  not_found_error: 'Requested resource not found',
  validation_error: 'Input validation failed',
  conflict_error: 'Conflict with the current state of the resource',
  rate_limit_error: 'Too many requests',
  backend_error: 'Backend service error',
  timeout_error: 'Request timed out',
  connection_error: 'Unable to connect to backend service',
} as const;

/** What went wrong, for programs. */
export type TaskErrorType = keyof typeof ERROR_MESSAGES;

/** A failed call, as the model sees it. */
export interface TaskError {
  readonly error_type: TaskErrorType;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** What to do next. */
  readonly suggestions?: readonly string[];
}

/** Ends a call with an error that its caller can act on. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
  readonly error: TaskError;

  constructor(error_type: TaskErrorType, more: Partial<Omit<TaskError, 'error_type'>> = {}) {
    const error = { error_type, message: ERROR_MESSAGES[error_type], ...more };
    super(error.message);
    this.error = error;
  }
}

/** Refuses an input, with all that is wrong with it. */
export function refuseInput(
  fields: readonly FieldError[],
  message: string = ERROR_MESSAGES.validation_error,
): TaskFailure {
  const suggestions = [...new Set(fields.flatMap(({ suggestion }) => suggestion ?? []))];
  return new TaskFailure('validation_error', {
    message,
    details: { fields },
    ...(suggestions.length === 0 ? {} : { suggestions }),
  });
}
