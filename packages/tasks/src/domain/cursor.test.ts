import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCursor, toCursor } from './cursor.ts';
import { TASK_SORTS, type CursorPosition, type TaskSort } from './list-query.ts';

const MOMENT = fc
  .date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

const KEYS: Readonly<Record<TaskSort, fc.Arbitrary<CursorPosition['key']>>> = {
  created_at: MOMENT,
  updated_at: MOMENT,
  due_date: fc.option(MOMENT),
  priority: fc.integer({ min: 0, max: 3 }),
  title: fc.string({ maxLength: 100, unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
};

describe('a cursor', () => {
  it.each(TASK_SORTS)('leads back to its place in a list by %s', (sort) => {
    const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(KEYS[sort], id, fc.constantFrom('asc' as const, 'desc' as const), (key, id, order) => {
        expect(parseCursor(toCursor({ key, id }, { sort, order }), { sort, order })).toEqual({ key, id });
      }),
    );
  });

  it('can stand in a query as it is', () => {
    const cursor = toCursor({ key: 'ÿþ?ÿ~é€𝄞', id: 1 }, { sort: 'title', order: 'asc' });
    expect(cursor).toMatch(/^[\w-]+$/);
  });

  it('belongs to one sort and one order', () => {
    const cursor = toCursor({ key: '2026-01-01T00:00:00.000Z', id: 1 }, { sort: 'created_at', order: 'desc' });
    expect(parseCursor(cursor, { sort: 'created_at', order: 'asc' })).toBeUndefined();
    expect(parseCursor(cursor, { sort: 'updated_at', order: 'desc' })).toBeUndefined();
  });

  it.each([
    [1, 'created_at', 'desc', "2026-01-01'; DROP TABLE tasks", 1],
    [1, 'created_at', 'desc', '2026-02-30T00:00:00.000Z', 1],
    [1, 'created_at', 'desc', '0000-01-01T00:00:00.000Z', 1],
    [1, 'created_at', 'desc', null, 1],
    [1, 'created_at', 'desc', '2026-01-01T00:00:00.000Z', 0],
    [1, 'created_at', 'desc', '2026-01-01T00:00:00.000Z', 1.5],
    [1, 'created_at', 'desc', '2026-01-01T00:00:00.000Z', 1e300],
    [1, 'created_at', 'desc', '2026-01-01T00:00:00.000Z', '1'],
    [2, 'created_at', 'desc', '2026-01-01T00:00:00.000Z', 1],
    [1, 'created_at', 'desc', '2026-01-01T00:00:00.000Z', 1, 2],
  ])('that was made by hand is refused: %j', (...parts) => {
    const text = Buffer.from(JSON.stringify(parts)).toString('base64url');
    expect(parseCursor(text, { sort: 'created_at', order: 'desc' })).toBeUndefined();
  });

  it.each(['', '!', 'AAAA', 'bnVsbA', Buffer.from('[1,"title","asc","\\u0000",1]').toString('base64url')])(
    'is never %j',
    (text) => {
      expect(parseCursor(text, { sort: 'title', order: 'asc' })).toBeUndefined();
    },
  );

  it('never throws, whatever it is given', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseCursor(text, { sort: 'title', order: 'asc' })));
  });
});
