import { checkValue } from './check-value.ts';
import type { FieldError, Parsed } from './field-error.ts';
import type { TaskChanges } from './task.ts';
import { BULK_UPDATE_SCHEMA } from './task-schemas.ts';
import { trimContent } from './trim-content.ts';

/** The changes of one task among several. */
export interface BulkChange {
  readonly id: number;
  readonly changes: TaskChanges;
  readonly expectedVersion?: number;
}

/** Changes of several tasks, each task at most once. */
export interface BulkUpdate {
  readonly updates: readonly BulkChange[];
  readonly dryRun: boolean;
}

interface RawBulkUpdate {
  readonly updates: readonly (TaskChanges & { readonly id: number; readonly expected_version?: number })[];
  readonly dry_run?: boolean;
}

/** Reads a bulk update. `now` in milliseconds since 1970, for suggestions. */
export function parseBulkUpdate(input: unknown, now: number): Parsed<BulkUpdate> {
  const errors = checkValue(BULK_UPDATE_SCHEMA, input, now);
  if (errors.length > 0) return { ok: false, errors };
  const raw = input as RawBulkUpdate;
  const wrong: FieldError[] = [];
  const seen = new Set<number>();
  const updates = raw.updates.map(({ id, expected_version: expectedVersion, ...changes }, index): BulkChange => {
    const { content, errors } = trimContent(changes, { now, prefix: `updates[${index}].` });
    wrong.push(...errors);
    if (Object.keys(changes).length === 0) wrong.push(toNothing(index, id));
    if (seen.has(id)) wrong.push(toTwice(index, id));
    seen.add(id);
    return { id, changes: content, ...(expectedVersion === undefined ? {} : { expectedVersion }) };
  });
  if (wrong.length > 0) return { ok: false, errors: wrong };
  return { ok: true, value: { updates, dryRun: raw.dry_run ?? false } };
}

function toNothing(index: number, id: number): FieldError {
  return {
    field: `updates[${index}]`,
    message: `There is nothing to change for task ${id}`,
    received_value: null,
    suggestion: 'Give at least one field to change',
  };
}

function toTwice(index: number, id: number): FieldError {
  return {
    field: `updates[${index}].id`,
    message: `Task ${id} is listed twice`,
    received_value: String(id),
    suggestion: 'Put all changes of one task into one entry',
  };
}
