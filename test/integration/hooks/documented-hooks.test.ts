import { readFileSync } from 'node:fs';
import { DEFAULT_SETTINGS } from '@toolyard/core';
import { AGENT_OPERATIONS, HOOK_LIMITS, parseHooksFile } from '@toolyard/hooks';
import { describe, expect, it } from 'vitest';

const guide = readFileSync(new URL('../../../docs/guides/hooks.md', import.meta.url), 'utf8');
const fences = [...guide.matchAll(/^```jsonc\n([\s\S]*?)^```$/gm)].map(([, body = '']) => body);
const files = fences.filter((body) => body.includes('"version"'));
const parts = fences.filter((body) => !body.includes('"version"')).flatMap((body) => body.trim().split(/\n(?=\{)/));

const problemsOf = (text: string): readonly string[] =>
  parseHooksFile(text, { format: 'json' }).problems.map(({ path, message }) => `${path}: ${message}`);

/** A hook, a trigger or an action as a whole file. */
function toFile(part: string): string {
  if (part.includes('"trigger"')) return `{ "version": 1, "hooks": [${part}] }`;
  const isTrigger = part.includes('"event"');
  const trigger = isTrigger ? part : '{ "event": "file.saved" }';
  const action = isTrigger ? '{ "type": "custom", "parameters": { "command": "ls" } }' : part;
  return `{ "version": 1, "hooks": [{ "id": "a", "trigger": ${trigger}, "action": ${action} }] }`;
}

describe('the guide to hooks', () => {
  it('has examples', () => {
    expect({ files: files.length, parts: parts.length }).toEqual({ files: 3, parts: 14 });
  });

  it('has the limits that count', () => {
    const { minTimeoutMs, maxTimeoutMs, defaultTimeoutMs, minDebounceMs, maxDebounceMs, defaultDebounceMs } =
      HOOK_LIMITS;
    const { concurrent, nameLength, chainDepth, guesses, breakerMs } = HOOK_LIMITS;
    expect(guide).toContain(`${minTimeoutMs} to ${maxTimeoutMs}; the default is ${defaultTimeoutMs}`);
    expect(guide).toContain(`${minDebounceMs} to ${maxDebounceMs}; the default is ${defaultDebounceMs}`);
    expect(guide).toContain(`at most ${nameLength} characters`);
    expect(guide).toContain(`At most ${concurrent} runs at once** in a workspace, and ${concurrent} per server`);
    expect(guide).toContain(`ends at a depth of ${chainDepth}`);
    expect(guide).toContain(`ends after ${guesses} runs`);
    expect(guide).toContain(`is not tried for ${breakerMs / 1000} s`);
    const { hookConcurrentLimit, hookServerLimit } = DEFAULT_SETTINGS;
    expect([hookConcurrentLimit, hookServerLimit]).toEqual([concurrent, concurrent]);
  });

  it.each(AGENT_OPERATIONS)(
    'names $operation of $agent, and the files that tell it',
    ({ agent, operation, artefacts }) => {
      const row = guide
        .split('\n')
        .find((line) => line.startsWith(`| \`${agent}\``) && line.includes(`\`${operation}\``));
      const told = artefacts?.paths.filter((path) => !path.startsWith('!')) ?? ['toolyard hooks fire'];
      for (const text of told) expect(row).toContain(`\`${text}\``);
    },
  );

  it.each(files)('shows a file that is right: %s', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it.each(parts)('shows a trigger or an action that is right: %s', (part) => {
    expect(problemsOf(toFile(part))).toEqual([]);
  });
});
