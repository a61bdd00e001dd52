import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCompletion, parseNewTask, parseTaskChanges } from './parse-task.ts';

const NOW = Date.UTC(2026, 10, 15, 9);

describe('parseNewTask', () => {
  it('fills in what is not said', () => {
    expect(parseNewTask({ title: 'Buy milk' }, NOW)).toEqual({
      ok: true,
      value: { title: 'Buy milk', description: null, priority: 'Medium', due_date: null, tags: [] },
    });
  });

  it('trims texts, keeps each tag once and writes the due date in UTC', () => {
    const input = {
      title: '  Buy milk\n',
      description: '   ',
      priority: 'High',
      due_date: '2026-11-20T10:00:00+01:00',
      tags: ['shop', ' shop ', 'home'],
    };
    expect(parseNewTask(input, NOW)).toEqual({
      ok: true,
      value: {
        title: 'Buy milk',
        description: null,
        priority: 'High',
        due_date: '2026-11-20T09:00:00.000Z',
        tags: ['shop', 'home'],
      },
    });
  });

  it('tells everything that is wrong, with what to do', () => {
    const input = { title: '', due_date: 'tomorrow', priority: 'high', tags: 'home', duedate: 1 };
    expect(parseNewTask(input, NOW)).toEqual({
      ok: false,
      errors: [
        {
          field: 'title',
          message: 'Title cannot be empty',
          received_value: '',
          suggestion: 'Provide a task title (1-200 characters)',
        },
        {
          field: 'due_date',
          message: 'Invalid datetime format',
          received_value: 'tomorrow',
          suggestion: 'Use ISO 8601 format: 2026-11-16T10:00:00Z, or a day: 2026-11-16. Today is 2026-11-15',
        },
        {
          field: 'priority',
          message: 'Priority must be one of Low, Medium, High, Urgent',
          received_value: 'high',
          suggestion: 'Use "High"',
        },
        {
          field: 'tags',
          message: 'Tags must be a list',
          received_value: 'home',
          suggestion: 'Give a list of at most 20 entries',
        },
        {
          field: 'duedate',
          message: 'Unknown field "duedate"',
          received_value: '1',
          suggestion: 'Did you mean "due_date"?',
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    ['no title', {}, 'Title is required'],
    ['a blank title', { title: ' \n ' }, 'Title cannot be empty'],
    ['a long title', { title: 'x'.repeat(201) }, 'Title is longer than 200 characters'],
    ['a NUL byte', { title: 'a\0b' }, 'Title has characters that cannot be stored'],
    ['half a character', { title: 'a\ud800b' }, 'Title has characters that cannot be stored'],
    ['a title that is no text', { title: 7 }, 'Title must be text'],
    ['null as a title', { title: null }, 'Title must be text'],
    [
      'a long description',
      { title: 'x', description: 'x'.repeat(10_001) },
      'Description is longer than 10000 characters',
    ],
    ['a day that is none', { title: 'x', due_date: '2026-02-30' }, 'Due date is not a valid date'],
    ['a comma in a tag', { title: 'x', tags: ['a,b'] }, 'Tags[0] has a character that is not allowed here'],
    ['a blank tag', { title: 'x', tags: ['a', ' '] }, 'Tags[1] cannot be empty'],
    ['a long tag', { title: 'x', tags: ['x'.repeat(51)] }, 'Tags[0] is longer than 50 characters'],
    ['many tags', { title: 'x', tags: Array.from({ length: 21 }, String) }, 'Tags has more than 20 entries'],
    ['whether it is done', { title: 'x', completed: true }, 'Unknown field "completed"'],
    ['no object', [], 'The body must be an object'],
    ['nothing', undefined, 'The body is required'],
  ])('refuses %s', (_, input, message) => {
    expect(parseNewTask(input, NOW)).toMatchObject({ ok: false, errors: [{ message }] });
  });

  it('counts characters, not the units of UTF-16', () => {
    expect(parseNewTask({ title: '🥛'.repeat(200) }, NOW).ok).toBe(true);
    expect(parseNewTask({ title: '🥛'.repeat(201) }, NOW).ok).toBe(false);
  });

  it('reads a moment without a time zone as one of UTC', () => {
    expect(parseNewTask({ title: 'x', due_date: '2026-11-20T10:00:00' }, NOW)).toMatchObject({
      value: { due_date: '2026-11-20T10:00:00.000Z' },
    });
  });

  it('takes fields from nowhere but the object itself', () => {
    const input: unknown = JSON.parse('{"title":"x","__proto__":{"completed":true},"constructor":1}');
    expect(parseNewTask(input, NOW)).toMatchObject({
      ok: false,
      errors: [{ field: '__proto__' }, { field: 'constructor' }],
    });
  });

  it('never throws, and tells at most 50 errors', () => {
    fc.assert(
      fc.property(fc.object({ key: fc.constantFrom('title', 'tags', 'due_date', 'x'), maxDepth: 4 }), (input) => {
        const parsed = parseNewTask(input, NOW);
        if (!parsed.ok) expect(parsed.errors.length).toBeLessThanOrEqual(50);
      }),
    );
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]));
    expect(parseNewTask(many, NOW)).toMatchObject({ ok: false, errors: { length: 50 } });
  });
});

describe('parseTaskChanges', () => {
  it('gives the fields that were given, and no others', () => {
    expect(parseTaskChanges({ title: ' x ', description: null, due_date: null, completed: true }, NOW)).toEqual({
      ok: true,
      value: { title: 'x', description: null, due_date: null, completed: true },
    });
  });

  it('asks for at least one', () => {
    expect(parseTaskChanges({}, NOW)).toMatchObject({
      ok: false,
      errors: [
        {
          field: 'body',
          suggestion: 'Give at least one of: title, description, completed, priority, due_date, tags',
        },
      ],
    });
  });
});

describe('parseCompletion', () => {
  it('reads nothing but whether the task is done', () => {
    expect(parseCompletion({ completed: false }, NOW)).toEqual({ ok: true, value: { completed: false } });
    expect(parseCompletion({ completed: 'yes' }, NOW).ok).toBe(false);
    expect(parseCompletion({ completed: true, title: 'x' }, NOW).ok).toBe(false);
    expect(parseCompletion({}, NOW).ok).toBe(false);
  });
});
