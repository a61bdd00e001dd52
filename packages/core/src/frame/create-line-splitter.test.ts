import { measureMemory } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createLineSplitter } from './create-line-splitter.ts';

it('holds little more than a line that comes byte by byte', () => {
  const lines: number[] = [];
  const splitter = createLineSplitter({
    maxBytes: 1_000_000,
    onLine: (line) => void lines.push(line.length),
    onOverlong: () => void lines.push(-1),
  });
  const before = measureMemory();
  for (let count = 0; count < 300_000; count++) splitter.push(new Uint8Array([0x61]));
  expect(measureMemory() - before).toBeLessThan(4_000_000);
  splitter.push(new Uint8Array([0x0a]));
  expect(lines).toEqual([300_000]);
});

it('skips a line over the limit to its end, and reads the next', () => {
  const lines: string[] = [];
  const splitter = createLineSplitter({
    maxBytes: 5,
    onLine: (line) => void lines.push(new TextDecoder().decode(line)),
    onOverlong: () => void lines.push('too long'),
  });
  for (const text of ['abc', 'def', 'ghi\n', 'a\r\n\nb']) splitter.push(new TextEncoder().encode(text));
  splitter.end();
  expect(lines).toEqual(['too long', 'a', 'b']);
});
