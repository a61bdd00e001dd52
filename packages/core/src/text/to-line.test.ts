import { expect, it } from 'vitest';
import { toLine } from './to-line.ts';

it('takes away what could steer a terminal', () => {
  expect(toLine('a\u001b[2Jb\nc\r\u0007d\u009b31me')).toMatch(/^[a-z ]+$/);
  expect(toLine(' two\nlines ')).toBe('two lines');
});
