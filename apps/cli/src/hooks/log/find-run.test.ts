import { exampleRecord } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { findRun } from './find-run.ts';

const records = ['abc-1', 'abc-12', 'abd'].map((id) => exampleRecord({ id }));

describe('findRun', () => {
  it.each([
    ['abc-1', 'abc-1'],
    ['abc-12', 'abc-12'],
    ['abd', 'abd'],
    ['abc-12'.slice(0, 6), 'abc-12'],
    ['last', 'abd'],
  ])('finds by %s', (wanted, id) => {
    expect(findRun(records, wanted).id).toBe(id);
  });

  it('finds by a beginning that only one has', () => {
    expect(findRun([exampleRecord({ id: '9f-x' }), ...records], '9').id).toBe('9f-x');
  });

  it('takes for the last one the last that came to something', () => {
    const unmatched = exampleRecord({ id: 'u', status: 'skipped', attempts: 0 });
    const unavailable = {
      ...unmatched,
      id: 'v',
      server: { key: 'chat', state: 'failed', status: 'unavailable' },
    } as const;
    expect(findRun([...records, unmatched], 'last').id).toBe('abd');
    expect(findRun([...records, unavailable, unmatched], 'last').id).toBe('v');
    expect(findRun([unmatched], 'last').id).toBe('u');
  });

  it.each([
    ['ab', 'Several runs start with ab: abc-1, abc-12, abd. Use more of the id.'],
    ['zz', 'Run not found: zz\nRun "toolyard hooks log" to list the runs.'],
    ['', 'Run not found: \nRun "toolyard hooks log" to list the runs.'],
  ])('says why %j names none', (wanted, message) => {
    expect(() => findRun(records, wanted)).toThrow(message);
  });

  it('says that nothing has run', () => {
    expect(() => findRun([], 'last')).toThrow('No hook has run here yet.');
  });
});
