import { createHash } from 'node:crypto';
import { describeReceived } from '../domain/field-error.ts';
import type { IdempotencyKey } from '../domain/task-store.ts';
import { toValidationProblem, type ProblemError } from './problem-error.ts';

/** The ETag of a version. */
export function toEtag(version: number): string {
  return `"${version}"`;
}

/** The version that `If-Match` asks for; `undefined` where any will do. */
export function readIfMatch(header: string | undefined): number | undefined {
  const text = header?.trim();
  if (text === undefined || text === '*') return undefined;
  const version = /^"(\d{1,15})"$/.exec(text)?.[1];
  if (version !== undefined) return Number(version);
  throw refuseHeader('If-Match', text, 'is not an ETag of a task', 'Give the ETag of the task as it came: "3"');
}

/** What makes a request happen once, if its client asked for that; `request` is all that the request means. */
export function readIdempotencyKey(key: string | undefined, request: readonly unknown[]): IdempotencyKey | undefined {
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const suggestion = 'Use 1 to 255 printable ASCII characters without a space, such as a UUID';
    throw refuseHeader('Idempotency-Key', key, 'cannot be used', suggestion);
  }
  return { key, fingerprint: createHash('sha256').update(JSON.stringify(request)).digest('hex') };
}

function refuseHeader(field: string, value: unknown, complaint: string, suggestion: string): ProblemError {
  return toValidationProblem([
    { field, message: `${field} ${complaint}`, received_value: describeReceived(value), suggestion },
  ]);
}
