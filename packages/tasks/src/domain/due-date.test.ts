import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DUE_DATE_PATTERN, parseDueDate, toDueMoment, toDueStart } from './due-date.ts';

describe('parseDueDate', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2024-02-29', '2024-02-29'],
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20t10:00z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00.123456+02:00', '2026-11-20T08:00:00.123Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2026-11-20T10:00:00', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20t10:00', '2026-11-20T10:00:00.000Z'],
    ['2026-07-20T10:00:00.5', '2026-07-20T10:00:00.500Z'],
  ])('reads %s', (text, expected) => {
    expect(parseDueDate(text)).toBe(expected);
  });

  it.each([
    'tomorrow',
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-11-31T10:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T10:60:00Z',
    '2026-11-31T10:00:00',
    '2026-11-20T25:00',
    '2026-11-20T10',
    '2026-11-20 10:00:00Z',
    '0000-01-01',
    '1899-12-31',
    '9999-12-31T23:59:59-01:00',
    '1900-01-01T00:00:00+01:00',
    '+02026-11-20',
    '2026-11-20T10:00:00+24:00',
  ])('refuses %j', (text) => {
    expect(parseDueDate(text)).toBeUndefined();
  });

  it('gives back every moment as it is, and accepts nothing that its pattern does not', () => {
    const moment = fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (date) => {
        expect(parseDueDate(date.toISOString())).toBe(date.toISOString());
      }),
    );
    const pattern = new RegExp(DUE_DATE_PATTERN, 'u');
    fc.assert(
      fc.property(fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d(T[0-2]\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/), (text) => {
        if (parseDueDate(text) !== undefined) expect(text).toMatch(pattern);
      }),
    );
  });
});

describe('a day without a time', () => {
  it('begins and ends in UTC', () => {
    expect(toDueStart('2026-11-20')).toBe('2026-11-20T00:00:00.000Z');
    expect(toDueMoment('2026-11-20')).toBe('2026-11-20T23:59:59.999Z');
  });

  it('is the moment itself where there is one', () => {
    expect(toDueStart('2026-11-20T10:00:00.000Z')).toBe('2026-11-20T10:00:00.000Z');
    expect(toDueMoment('2026-11-20T10:00:00.000Z')).toBe('2026-11-20T10:00:00.000Z');
  });
});
