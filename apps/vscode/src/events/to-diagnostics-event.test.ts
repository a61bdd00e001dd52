import { expect, it } from 'vitest';
import { hashProblems, toDiagnosticsEvent, type EditorProblem } from './to-diagnostics-event.ts';

const ERROR: EditorProblem = {
  severity: 'error',
  message: 'No such name',
  line: 3,
  column: 5,
  source: 'ts',
  code: '2304',
};
const WARNING: EditorProblem = { severity: 'warning', message: 'Unused', line: 1, column: 1 };
const HINT: EditorProblem = { severity: 'hint', message: 'Shorter', line: 1, column: 1 };

it('counts errors and warnings, and shows them, errors first', () => {
  expect(toDiagnosticsEvent('/shop/a.ts', [HINT, WARNING, ERROR])).toEqual({
    name: 'diagnostics.changed',
    values: {
      path: '/shop/a.ts',
      errors: 1,
      warnings: 1,
      data: {
        problems: [
          { severity: 'error', line: 3, column: 5, message: 'No such name', source: 'ts', code: '2304' },
          { severity: 'warning', line: 1, column: 1, message: 'Unused' },
        ],
      },
    },
  });
});

it('is not endless', () => {
  const many = Array.from({ length: 5000 }, () => ({ ...ERROR, message: 'x'.repeat(10_000) }));
  const { values } = toDiagnosticsEvent('a.ts', many);
  expect(values['errors']).toBe(5000);
  expect(JSON.stringify(values).length).toBeLessThan(13_000);
});

it('is another state where an error or warning is another, wherever it stands', () => {
  expect(hashProblems([])).toBe('');
  expect(hashProblems([HINT])).toBe('');
  const hash = hashProblems([ERROR, WARNING]);
  expect(hashProblems([{ ...WARNING, line: 9 }, HINT, { ...ERROR, column: 1 }])).toBe(hash);
  for (const other of [[ERROR], [ERROR, WARNING, WARNING], [{ ...ERROR, message: 'Other' }, WARNING]]) {
    expect(hashProblems(other)).not.toBe(hash);
  }
});
