import { createFakeClock, createMemoryLog } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { limitWarnings } from './limit-warnings.ts';

it('writes three warnings a minute, and then how many were left out', () => {
  const [clock, log] = [createFakeClock(), createMemoryLog()];
  const warn = limitWarnings({ clock, log, server: 'far' });
  for (let count = 1; count <= 25; count++) warn(`no ${count}`);
  expect(log.lines.map(({ text }) => text)).toEqual(Array.from({ length: 3 }, (_, at) => `no ${at + 1}`));
  clock.advance(60_000);
  warn('again');
  expect(log.lines.slice(3)).toEqual([
    { level: 'warning', text: '22 more warnings about it were left out', server: 'far' },
    { level: 'warning', text: 'again', server: 'far' },
  ]);
});
