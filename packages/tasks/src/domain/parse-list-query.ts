import { checkValue, toFieldError } from './check-value.ts';
import { parseCursor } from './cursor.ts';
import { parseDueDate, toDueMoment, toDueStart } from './due-date.ts';
import type { FieldError, Parsed } from './field-error.ts';
import type { JsonSchema } from './json-schema.ts';
import { DEFAULT_PAGE, LIST_QUERY_SCHEMA } from './list-query-schema.ts';
import type { CursorPosition, ListQuery, SortOrder, TaskSort } from './list-query.ts';
import type { Priority, Task } from './task.ts';

interface RawListQuery {
  readonly search?: string;
  readonly status?: ListQuery['status'];
  readonly priority?: readonly Priority[];
  readonly tags?: readonly string[];
  readonly tags_match?: 'any' | 'all';
  readonly due_before?: string;
  readonly due_after?: string;
  readonly overdue?: boolean;
  readonly sort?: TaskSort;
  readonly order?: SortOrder;
  readonly cursor?: string;
  readonly limit?: number;
  readonly fields?: readonly (keyof Task)[];
}

/** Reads what is asked of a list, from values that are typed already. `now` in milliseconds since 1970, for suggestions. */
export function parseListQuery(input: unknown, now: number): Parsed<ListQuery> {
  const wrong = checkValue(LIST_QUERY_SCHEMA, input, now);
  if (wrong.length > 0) return { ok: false, errors: wrong };
  const raw = input as RawListQuery;
  const errors: FieldError[] = [];
  const { sort = 'created_at', limit = DEFAULT_PAGE, fields, overdue, priority: priorities } = raw;
  const order = raw.order ?? (sort === 'due_date' || sort === 'title' ? 'asc' : 'desc');
  const search = raw.search?.trim();
  const tags = raw.tags?.map((tag) => tag.trim());
  if (search === '') errors.push(complain('search', raw.search, now, 'cannot be empty'));
  if (tags?.includes('') === true) errors.push(complain('tags', raw.tags, now, 'has an empty tag'));
  const dueBefore = readDue('due_before', raw.due_before);
  const dueAfter = readDue('due_after', raw.due_after);
  const after = readCursor();
  if (errors.length > 0) return { ok: false, errors };
  const value: ListQuery = {
    status: raw.status ?? 'all',
    tagsMatch: raw.tags_match ?? 'any',
    sort,
    order,
    limit,
    ...withoutUndefined({ search, priorities, tags, dueBefore, dueAfter, overdue, after, fields }),
  };
  return { ok: true, value };

  function readDue(name: 'due_before' | 'due_after', text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    const due = parseDueDate(text);
    if (due === undefined) errors.push(complain(name, text, now, 'is not a valid date'));
    else return name === 'due_before' ? toDueStart(due) : toDueMoment(due);
    return undefined;
  }

  function readCursor(): CursorPosition | undefined {
    if (raw.cursor === undefined) return undefined;
    const position = parseCursor(raw.cursor, { sort, order });
    if (position === undefined) errors.push(toWrongCursor(raw.cursor));
    return position;
  }
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}

function complain(field: string, value: unknown, now: number, complaint: string): FieldError {
  const schema: JsonSchema = LIST_QUERY_SCHEMA.properties?.[field] ?? {};
  return toFieldError({ schema, value, now, field }, complaint);
}

function toWrongCursor(cursor: string): FieldError {
  return {
    field: 'cursor',
    message: 'Cursor does not belong to this list',
    received_value: cursor.slice(0, 200),
    suggestion:
      'Pass next_cursor of the previous page unchanged, with the same sort and order, or none for the first page',
  };
}
