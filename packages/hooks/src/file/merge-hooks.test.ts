import { describe, expect, it } from 'vitest';
import { type HooksFile, mergeHooks } from './merge-hooks.ts';
import { parseHooksFile } from './parse-hooks-file.ts';

function createFile(file: string, ...ids: string[]): HooksFile {
  const lines = ids.map(
    (id) => `  - { id: ${id}, trigger: { event: manual }, action: { type: custom, parameters: { command: x } } }`,
  );
  return { file, ...parseHooksFile(['version: 1', 'hooks:', ...lines].join('\n'), { format: 'yaml' }) };
}

describe('mergeHooks', () => {
  it('has the hooks of both, the user’s first, each with where it comes from', () => {
    const { hooks, problems } = mergeHooks(createFile('/w/hooks.yaml', 'c', 'a'), createFile('/u/hooks.yaml', 'b'));
    expect(hooks.map(({ hook, source, file }) => [hook.id, source, file])).toEqual([
      ['b', 'user', '/u/hooks.yaml'],
      ['c', 'workspace', '/w/hooks.yaml'],
      ['a', 'workspace', '/w/hooks.yaml'],
    ]);
    expect(problems).toEqual([]);
  });

  it('leaves out a hook of the workspace that has the id of one of the user’s, and says where', () => {
    const { hooks, problems } = mergeHooks(createFile('/w/hooks.yaml', 'a', 'b'), createFile('/u/hooks.yaml', 'b'));
    expect(hooks.map(({ hook, source }) => [hook.id, source])).toEqual([
      ['b', 'user'],
      ['a', 'workspace'],
    ]);
    expect(problems).toEqual([
      {
        code: 'invalid_schema',
        path: '$.hooks[1].id',
        message: 'Hook "b" is also in /u/hooks.yaml; give it another id here',
        line: 4,
        column: 11,
      },
    ]);
  });

  it('does with one file, and with none', () => {
    expect(mergeHooks(undefined, undefined)).toEqual({ hooks: [], problems: [] });
    expect(mergeHooks(createFile('/w/hooks.yaml', 'a'), undefined).hooks).toMatchObject([{ source: 'workspace' }]);
    expect(mergeHooks(undefined, createFile('/u/hooks.yaml', 'a')).hooks).toMatchObject([{ source: 'user' }]);
  });
});
