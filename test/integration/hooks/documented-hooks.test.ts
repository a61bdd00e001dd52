import { readFileSync } from 'node:fs';
import { parseHooksFile } from '@toolyard/hooks';
import { describe, expect, it } from 'vitest';

const guide = readFileSync(new URL('../../../docs/guides/hooks.md', import.meta.url), 'utf8');
const fences = [...guide.matchAll(/^```jsonc\n([\s\S]*?)^```$/gm)].map(([, body = '']) => body);
const files = fences.filter((body) => body.includes('"version"'));
const parts = fences.filter((body) => !body.includes('"version"')).flatMap((body) => body.trim().split(/\n(?=\{)/));

const problemsOf = (text: string): readonly string[] =>
  parseHooksFile(text, { format: 'json' }).problems.map(({ path, message }) => `${path}: ${message}`);

/** A trigger or an action as a whole file. */
function toFile(part: string): string {
  const isTrigger = part.includes('"event"');
  const trigger = isTrigger ? part : '{ "event": "file.saved" }';
  const action = isTrigger ? '{ "type": "custom", "parameters": { "command": "ls" } }' : part;
  return `{ "version": 1, "hooks": [{ "id": "a", "trigger": ${trigger}, "action": ${action} }] }`;
}

describe('the guide to hooks', () => {
  it('has examples', () => {
    expect({ files: files.length, parts: parts.length }).toEqual({ files: 1, parts: 6 });
  });

  it.each(files)('shows a file that is right: %s', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it.each(parts)('shows a trigger or an action that is right: %s', (part) => {
    expect(problemsOf(toFile(part))).toEqual([]);
  });
});
