import { assert, json, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatState, parseState, type StateForm } from './versioned-state.ts';

/** The first version called it `many`, and the one before that did not write a version. */
const FORM: StateForm<number> = {
  version: 2,
  read(fields, version) {
    const count = fields[version < 2 ? 'many' : 'count'];
    return typeof count === 'number' ? count : undefined;
  },
};

describe('parseState', () => {
  it('reads what this version wrote', () => {
    const text = formatState(FORM, { count: 3 });
    expect(text).toBe('{"version":2,"count":3}\n');
    expect(parseState(text, FORM)).toEqual({ kind: 'known', value: 3 });
  });

  it.each(['{ "version": 1, "many": 3 }', '{ "many": 3 }', '{ "version": 0, "many": 3 }'])(
    'brings what an earlier version wrote to the form of today: %s',
    (text) => {
      expect(parseState(text, FORM)).toEqual({ kind: 'known', value: 3 });
    },
  );

  it('does not read what a newer version wrote, whatever stands in it', () => {
    expect(parseState('{ "version": 3, "count": 3 }', FORM)).toEqual({
      kind: 'newer',
      version: 3,
      fields: { count: 3 },
    });
  });

  it.each([
    '',
    '{ "version": 2, "cou',
    '[]',
    'null',
    '{ "version": 2, "many": 3 }',
    '{ "version": "2", "count": 3 }',
    '{ "version": 1.5, "count": 3 }',
    '{ "version": -1, "count": 3 }',
    '{ "version": null, "count": 3 }',
  ])('takes %j for broken', (text) => {
    expect(parseState(text, FORM)).toEqual({ kind: 'unreadable' });
  });

  it('never throws', () => {
    assert(
      property(oneof(string(), json()), (text) => {
        parseState(text, FORM);
      }),
    );
  });
});
