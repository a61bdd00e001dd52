import { describe, expect, it } from 'vitest';
import { formatLogLine } from './format-log-line.ts';

const at = '2026-01-01T00:00:00.000Z';

describe('formatLogLine', () => {
  it('writes time, level, server and text', () => {
    expect(formatLogLine({ at, level: 'info', server: 'files', text: 'Started.' }, { color: false })).toBe(
      '2026-01-01 00:00:00.000Z info    files: Started.',
    );
    expect(formatLogLine({ at, level: 'warning', text: 'Slow.' }, { color: false })).toBe(
      '2026-01-01 00:00:00.000Z warning Slow.',
    );
  });

  it('colours what matters', () => {
    expect(formatLogLine({ at, level: 'error', server: 'a', text: 'b' }, { color: true })).toBe(
      '\u001b[90m2026-01-01 00:00:00.000Z\u001b[39m \u001b[31merror  \u001b[39m \u001b[36ma:\u001b[39m b',
    );
  });

  it('indents further lines, and lets no server move the cursor', () => {
    const text = 'first\nsecond\u001b[2J\rthird';
    expect(formatLogLine({ at, level: 'debug', server: 'e\u001b[31mvil', text }, { color: false })).toBe(
      '2026-01-01 00:00:00.000Z debug   evil: first\n  second third',
    );
  });

  it('lets nobody turn a line around', () => {
    const line = formatLogLine({ at, level: 'info', server: 'a\u2066b', text: 'name \u202egnp.exe' }, { color: false });
    expect(line).toBe('2026-01-01 00:00:00.000Z info    a b: name  gnp.exe');
  });
});
