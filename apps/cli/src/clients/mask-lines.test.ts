import { startCpuClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { maskLines } from './mask-lines.ts';

const mask = (text: string): string => maskLines(text.split('\n'), [text], ['mcpServers']).join('\n');

it('hides what a member or an option names as a secret, on one line and on several', () => {
  expect(mask('{ "apiKey": "hunter2", "theme": "dark" }')).toBe('{ "apiKey": "***", "theme": "dark" }');
  expect(mask('{ "args": ["--token", "hunter2", "x"] }')).toBe('{ "args": ["--token", "***", "x"] }');
  expect(mask('  "--password",\n  "hunter2",\n  "x"')).toBe('  "--password",\n  "***",\n  "x"');
});

it('hides the secrets of servers, and what looks like one', () => {
  const text = '{ "mcpServers": { "a": { "command": "x", "env": { "PIN": "hunter2hunter2" } } }, "b": "sk-abcdefgh1" }';
  const shown = mask(text);
  expect(shown).not.toMatch(/hunter2|abcdefgh1/);
  expect(shown).toContain('"command": "x"');
});

it('shows everything else as it is', () => {
  const text = '{ "auth": { "type": "none" }, "size": 5, "a \\" b": [1, "two", "C:\\\\x"], "--x": "y" }';
  expect(mask(text)).toBe(text);
});

it('shows each character, and hides nothing that stands behind a secret', () => {
  expect(mask('\t"args": ["-c", "A_TOKEN=1; x\u009b8my\u202e"]')).toBe(
    '\t"args": ["-c", "A_TOKEN=***; x\\u009b8my\\u202e"]',
  );
});

it('takes time in proportion to a line, and hides what is not closed', () => {
  expect(maskLines(['  "--token", "abcdefgh'], [], [])).toEqual(['  "--token", "***']);
  const cpuMs = startCpuClock();
  maskLines([String.raw`x\"`.repeat(50_000)], [], []);
  expect(cpuMs()).toBeLessThan(500);
});
