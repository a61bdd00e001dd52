import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createSpinner } from './create-spinner.ts';

function shownOn(isTTY: boolean, env: Readonly<Record<string, string>>): string {
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 20 });
  const spinner = createSpinner(stderr, env);
  spinner.show('Starting files, and\nmany more');
  spinner.stop();
  return String(stderr.read() ?? '');
}

describe('createSpinner', () => {
  it('shows a line on a terminal and removes it, with or without colour', () => {
    const line = '\r\u001b[K⠋ Starting files, …\r\u001b[K';
    expect(shownOn(true, { TERM: 'xterm' })).toBe(line);
    expect(shownOn(true, { TERM: 'xterm', NO_COLOR: '1' })).toBe(line);
  });

  it('shows nothing in a pipe or where a line cannot be drawn again', () => {
    expect(shownOn(false, { TERM: 'xterm' })).toBe('');
    expect(shownOn(true, { TERM: 'dumb' })).toBe('');
  });
});
