import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCursor } from './cursor.ts';
import { LIST_QUERY_SCHEMA } from './list-query-schema.ts';
import { parseListQuery } from './parse-list-query.ts';
import { readQuery } from './read-query.ts';

const NOW = Date.UTC(2026, 10, 15, 9);

function parse(text: string): ReturnType<typeof parseListQuery> {
  return parseListQuery(readQuery(LIST_QUERY_SCHEMA, new URLSearchParams(text)), NOW);
}

describe('a query for a list', () => {
  it('asks for the newest tasks where nothing is said', () => {
    expect(parse('')).toEqual({
      ok: true,
      value: { status: 'all', tagsMatch: 'any', sort: 'created_at', order: 'desc', limit: 50 },
    });
  });

  it('can say everything at once', () => {
    const cursor = toCursor({ key: null, id: 7 }, { sort: 'due_date', order: 'asc' });
    const text =
      'search=+milk+&status=open&priority=High,Urgent&tags=a&tags=b,c&tags_match=all&due_before=2026-11-20&due_after=2026-11-01' +
      `&overdue=false&sort=due_date&limit=200&fields=title,tags&cursor=${cursor}`;
    expect(parse(text)).toEqual({
      ok: true,
      value: {
        search: 'milk',
        status: 'open',
        priorities: ['High', 'Urgent'],
        tags: ['a', 'b', 'c'],
        tagsMatch: 'all',
        dueBefore: '2026-11-20T00:00:00.000Z',
        dueAfter: '2026-11-01T23:59:59.999Z',
        overdue: false,
        sort: 'due_date',
        order: 'asc',
        limit: 200,
        fields: ['title', 'tags'],
        after: { key: null, id: 7 },
      },
    });
  });

  it.each([
    ['limit=0', 'limit', 'Limit is less than 1'],
    ['limit=201', 'limit', 'Limit is more than 200'],
    ['limit=1e3', 'limit', 'Limit must be a whole number'],
    ['limit=99999999999999999999', 'limit', 'Limit must be a whole number'],
    ['limit=1&limit=2', 'limit', 'Limit must be a whole number'],
    ['overdue=yes', 'overdue', 'Overdue must be true or false'],
    ['search=%20', 'search', 'Search cannot be empty'],
    ['search=%00', 'search', 'Search has characters that cannot be stored'],
    ['tags=', 'tags[0]', 'Tags[0] cannot be empty'],
    ['tags=a,%20', 'tags', 'Tags has an empty tag'],
    ['priority=high', 'priority[0]', 'Priority[0] must be one of Low, Medium, High, Urgent'],
    ['due_before=soon', 'due_before', 'Invalid datetime format'],
    ['due_after=2026-02-30', 'due_after', 'Due after is not a valid date'],
    ['cursor=abc', 'cursor', 'Cursor does not belong to this list'],
    ['sort=user_id', 'sort', 'Sort must be one of created_at, updated_at, due_date, priority, title'],
    ['__proto__=1', '__proto__', 'Unknown field "__proto__"'],
    ['user_id=bob', 'user_id', 'Unknown field "user_id"'],
  ])('refuses %s', (text, field, message) => {
    expect(parse(text)).toMatchObject({ ok: false, errors: [{ field, message }] });
  });

  it('never throws', () => {
    const name = fc.constantFrom(...Object.keys(LIST_QUERY_SCHEMA.properties ?? {}), 'x');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (pairs) => {
        parseListQuery(readQuery(LIST_QUERY_SCHEMA, pairs), NOW);
      }),
    );
  });
});
