import { describe, expect, it } from 'vitest';
import { FULL_VIEW } from '../../test/page/example-views.ts';
import { describeChange } from './describe-change.ts';
import { countProblems, listProblems } from './list-problems.ts';

describe('listProblems', () => {
  it('has errors first, each with the control that it is about', () => {
    expect(listProblems(FULL_VIEW)).toEqual([
      {
        severity: 'error',
        message: 'Minute 61 does not exist; minutes go from 0 to 59.',
        element: 'field-Cron',
        label: 'Cron',
      },
      { severity: 'error', message: '"high" is not a number.', element: 'row-source-priority', label: 'priority' },
      { severity: 'warning', message: 'Two hooks run for the same files.' },
      {
        severity: 'warning',
        message: 'The tool has a new parameter "labels".',
        element: 'mapping',
        label: 'Parameters',
      },
    ]);
  });

  it('counts them in words', () => {
    expect(countProblems(listProblems(FULL_VIEW))).toBe('2 errors and 2 warnings');
    expect(countProblems([{ severity: 'error', message: '' }])).toBe('1 error');
    expect(countProblems([])).toBe('');
  });
});

describe('describeChange', () => {
  const quiet = { ...FULL_VIEW, notices: [], problems: [], sections: [] };
  const { mapping: _mapping, conflict: _conflict, ...clean } = quiet;

  it('says what is new, and nothing twice', () => {
    expect(describeChange(undefined, FULL_VIEW)).toBe(
      'The server "tracker" was started for this form. The hook was changed in .toolyard/hooks.json while you edited it here.',
    );
    expect(describeChange(FULL_VIEW, FULL_VIEW)).toBe('');
    expect(describeChange(clean, FULL_VIEW)).toContain('2 errors and 2 warnings.');
    expect(describeChange(FULL_VIEW, clean)).toBe('No problems.');
  });

  it('says how saving ended', () => {
    const saving = { ...clean, isSaving: true };
    expect(describeChange(clean, saving)).toBe('Saving…');
    expect(describeChange(saving, { ...clean, isDirty: false })).toBe('Saved.');
    const failed = { ...clean, isDirty: true, notices: [{ level: 'error', message: 'The disk is full.' } as const] };
    expect(describeChange(saving, failed)).toBe('The disk is full.');
  });
});
