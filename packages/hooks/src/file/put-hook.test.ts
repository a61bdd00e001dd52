import { GOOD_HOOKS_FILES, startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { Hook } from '../hook/hook.ts';
import { parseHooksFile } from './parse-hooks-file.ts';
import { putHook } from './put-hook.ts';

const HOOK: Hook = {
  id: 'new',
  enabled: true,
  trigger: { event: 'file.saved', paths: ['a/**', 'b/**'] },
  action: { type: 'custom', parameters: { command: 'x', args: ['{path}'], timeout: 30_000 } },
  policy: 'queue',
  debounceMs: 1000,
};

function put(text: string, format: 'json' | 'yaml'): string {
  const edit = putHook(text, format, HOOK);
  expect(edit).toMatchObject({ ok: true });
  return edit.ok ? edit.text : '';
}

describe.each(['json', 'yaml'] as const)('putHook on %s', (format) => {
  it.each(GOOD_HOOKS_FILES)('adds to the hooks that are there: $name', (texts) => {
    const { hooks } = parseHooksFile(texts[format], { format });
    const parsed = parseHooksFile(put(texts[format], format), { format });
    expect(parsed.problems).toEqual([]);
    expect(parsed.hooks).toEqual([...hooks, HOOK]);
  });

  it.each(['', '\n', '\uFEFF'])('makes a file out of nothing: %j', (text) => {
    expect(parseHooksFile(put(text, format), { format })).toMatchObject({ hooks: [HOOK], problems: [] });
  });

  it('takes hooks one after the other', () => {
    const second = putHook(put('', format), format, { ...HOOK, id: 'second' });
    expect(second.ok && parseHooksFile(second.text, { format }).hooks.map(({ id }) => id)).toEqual(['new', 'second']);
  });

  it('leaves a file alone in which something is wrong', () => {
    const text = '{ "version": 2, "hooks": [] }';
    expect(putHook(text, format, HOOK)).toMatchObject({ ok: false, problems: [{ message: 'version must be 1' }] });
  });

  it('does not make a right file wrong', () => {
    expect(putHook(put('', format), format, HOOK)).toMatchObject({
      ok: false,
      problems: [{ path: '$.hooks[1].id', message: 'Duplicate id: new' }],
    });
  });
});

describe('putHook', () => {
  it('keeps comments, line ends and indentation of JSON', () => {
    const text = [
      '// Ours.',
      '{',
      '\t"version": 1, // the only one',
      '\t"hooks": [',
      '\t\t// The first.',
      '\t\t{ "id": "a", "trigger": { "event": "manual" }, "action": { "type": "custom", "parameters": { "command": "x" } } }, // done',
      '\t],',
      '}',
      '',
    ];
    const added = [
      '\t\t{',
      '\t\t\t"id": "new",',
      '\t\t\t"trigger": {',
      '\t\t\t\t"event": "file.saved",',
      '\t\t\t\t"paths": ["a/**", "b/**"]',
      '\t\t\t},',
      '\t\t\t"action": {',
      '\t\t\t\t"type": "custom",',
      '\t\t\t\t"parameters": {',
      '\t\t\t\t\t"command": "x",',
      '\t\t\t\t\t"args": ["{path}"]',
      '\t\t\t\t}',
      '\t\t\t}',
      '\t\t},',
    ];
    expect(put(text.join('\r\n'), 'json')).toBe(text.toSpliced(6, 0, ...added).join('\r\n'));
  });

  it('keeps comments, line ends and lists of YAML', () => {
    const text = `# Ours.
version: 1 # the only one
hooks:
# The first.
- id: a
  trigger: { event: manual } # by hand
  action:
    type: custom
    parameters:
      command: "x"
# The end.
`;
    const added = `- id: new
  trigger:
    event: file.saved
    paths:
    - a/**
    - b/**
  action:
    type: custom
    parameters:
      command: x
      args:
      - "{path}"
`;
    const [head = '', end = ''] = text.split('# The end.\n');
    expect(put(head + end, 'yaml')).toBe(head + added);
    expect(put(text.replaceAll('\n', '\r\n'), 'yaml')).toContain('# The end.');
    expect(put(text.replaceAll('\n', '\r\n'), 'yaml').replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('puts a hook into YAML and changes nothing around it', () => {
    const text = `\uFEFF# top
version:   1 # v


hooks:
    # first
    - id: a   # my id
      trigger: {event:   manual}
      action: &action
          type: custom
          parameters:
            command: >-
              x
              y
    - { id: b, trigger: { event: manual }, action: *action } # shared


# end
`;
    const [head = '', end = ''] = text.split(' # shared');
    const edited = put(text, 'yaml');
    expect(edited.startsWith(`${head} # shared\n    - id: new\n`)).toBe(true);
    expect(edited.endsWith(end)).toBe(true);
    expect(parseHooksFile(edited, { format: 'yaml' }).hooks.map(({ id }) => id)).toEqual(['a', 'b', 'new']);
  });

  it.each([
    ['version: 1\nhooks: [] # none yet\n', 'version: 1\nhooks: # none yet\n  - id: new\n'],
    ['hooks: []\r\nversion: 1\r\n', 'hooks:\r\n  - id: new\r\n'],
    ['{ version: 1, hooks: [] }\n', '{ version: 1, hooks: [{ id: new, '],
    ['# mine\r\n', '# mine\r\nversion: 1\r\nhooks:\r\n  - id: new\r\n'],
    ['\uFEFF# mine', '\uFEFF# mine\nversion: 1\n'],
  ])('puts the first hook into YAML: %j', (text, begin) => {
    const edited = put(text, 'yaml');
    expect(edited.slice(0, begin.length)).toBe(begin);
    expect(parseHooksFile(edited, { format: 'yaml' })).toMatchObject({ hooks: [HOOK], problems: [] });
  });

  it('puts the first hook below the comments of a JSON file that has nothing else', () => {
    const edited = put('// mine\n/* and\n   yours */\n', 'json');
    expect(edited.startsWith('// mine\n/* and\n   yours */\n{\n  "version": 1,')).toBe(true);
  });
});

it('takes no time for a file of Windows with many comments', () => {
  const text = `hooks:\r\n${'# a comment\r\n'.repeat(1000)}  []\r\n`;
  const cpuMs = startCpuClock();
  put(`version: 1\r\n${text}`, 'yaml');
  expect(cpuMs()).toBeLessThan(1000);
});
