import { expect, it } from 'vitest';
import { toErrorResult } from './call-result.ts';
import type { TaskError } from './task-error.ts';

const NOT_FOUND: TaskError = { error_type: 'not_found_error', message: 'Requested resource not found' };

function textOf(error: TaskError): unknown {
  const { content } = JSON.parse(toErrorResult(error, 'r-1')) as { content: { text: string }[] };
  return content[0]?.text;
}

it('tells people what failed, why, and what to do', () => {
  const suggestions = ['Check the id with list_tasks'];
  expect(textOf({ ...NOT_FOUND, suggestions })).toBe('Requested resource not found.\n- Check the id with list_tasks');
  expect(textOf({ ...NOT_FOUND, details: { reason: 'Task 9 not found.' }, suggestions })).toBe(
    'Requested resource not found: Task 9 not found.\n- Check the id with list_tasks',
  );
  expect(textOf({ ...NOT_FOUND, details: { reason: 'ECONNRESET' } })).toBe('Requested resource not found: ECONNRESET.');
});

it('tells of each wrong field instead where there are some', () => {
  const field = { field: 'title', message: 'Title cannot be empty', received_value: '', suggestion: 'Give one' };
  const error: TaskError = {
    error_type: 'validation_error',
    message: 'Input validation failed',
    details: { fields: [field] },
  };
  expect(textOf(error)).toBe('Input validation failed.\n- title: Title cannot be empty. Give one');
});
