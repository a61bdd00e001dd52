import { createMemoryLog } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { teeLog } from './tee-log.ts';

it('writes every line to every log', () => {
  const [first, second] = [createMemoryLog(), createMemoryLog()];
  const log = teeLog(first, second);
  log.write('info', 'one');
  log.write('error', 'two', 'files');
  const lines = [
    { level: 'info', text: 'one', server: undefined },
    { level: 'error', text: 'two', server: 'files' },
  ];
  expect([first.lines, second.lines]).toEqual([lines, lines]);
});
