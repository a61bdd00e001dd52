import { GOOD_HOOKS_FILES } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportHooks } from './export-hooks.ts';
import type { Action, Hook } from '../hook/hook.ts';
import { maskHook } from '../hook/mask-hook.ts';
import { parseHooksFile } from './parse-hooks-file.ts';

function createHook(action: Action): Hook {
  return { id: 'a', enabled: true, trigger: { event: 'manual' }, action, policy: 'queue', debounceMs: 1000 };
}

function createCall(toolParam: string, value: unknown, source: 'literal' | 'template' | 'context' = 'literal'): Hook {
  const parameterMappings = [{ toolParam, source, value }];
  return createHook({ type: 'mcp', parameters: { serverId: 's', toolName: 't', parameterMappings, timeout: 30_000 } });
}

function createProgram(args: readonly string[], env?: Readonly<Record<string, string>>): Hook {
  return createHook({ type: 'custom', parameters: { command: 'x', args, timeout: 30_000, ...(env && { env }) } });
}

function createGitHub(body: string): Hook {
  const place = { repository: 'ada/shop', baseUrl: 'https://ghe.example.com/api/v3', tokenEnv: 'GHE_TOKEN' };
  const parameters = { operation: 'add-comment', ...place, issue: 7, body, timeout: 30_000 } as const;
  return createHook({ type: 'github', parameters });
}

function read(hooks: readonly Hook[]): { hooks: readonly Hook[]; removed: readonly string[] } {
  const { text, removed } = exportHooks(hooks);
  const parsed = parseHooksFile(text, { format: 'json' });
  expect(parsed.problems).toEqual([]);
  return { hooks: parsed.hooks, removed: removed.map(({ path }) => path) };
}

const VALUE = '$.hooks[0].action.parameters.parameterMappings[0].value';

describe('exportHooks', () => {
  it('leaves out what is the default', () => {
    expect(exportHooks([createProgram([]), { ...createCall('p', 1), id: 'b', enabled: false }]).text).toBe(`{
  "version": 1,
  "hooks": [
    {
      "id": "a",
      "trigger": {
        "event": "manual"
      },
      "action": {
        "type": "custom",
        "parameters": {
          "command": "x"
        }
      }
    },
    {
      "id": "b",
      "enabled": false,
      "trigger": {
        "event": "manual"
      },
      "action": {
        "type": "mcp",
        "parameters": {
          "serverId": "s",
          "toolName": "t",
          "parameterMappings": [
            {
              "toolParam": "p",
              "source": "literal",
              "value": 1
            }
          ]
        }
      }
    }
  ]
}
`);
  });

  it.each(GOOD_HOOKS_FILES)('writes what is read as the same hooks: $name', ({ json }) => {
    const { hooks } = parseHooksFile(json, { format: 'json' });
    expect(read(hooks)).toEqual({ hooks, removed: [] });
  });

  it('writes any hook as it is, secrets left out', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/[{}\0]/.test(value));
    const hook = fc.record({
      name: fc.string({ minLength: 1, maxLength: 50 }).filter((name) => !name.includes('\0')),
      enabled: fc.boolean(),
      policy: fc.constantFrom('queue' as const, 'drop' as const, 'replace' as const),
      value: fc.jsonValue(),
      args: fc.array(text),
      timeout: fc.integer({ min: 1000, max: 300_000 }),
    });
    fc.assert(
      fc.property(hook, ({ value, args, timeout, ...others }) => {
        const call = { ...createCall('p', value), ...others };
        const program = { ...createProgram(args), id: 'b' };
        const parameters = { ...program.action.parameters, timeout };
        const hooks = [call, { ...program, action: { type: 'custom', parameters } } as Hook];
        const exported = read(hooks);
        if (exported.removed.length === 0)
          expect(JSON.stringify(exported.hooks.map(sort))).toBe(JSON.stringify(hooks.map(sort)));
      }),
    );
  });

  it.each([
    ['a value by the name of its parameter', createCall('api_key', 'abc'), [VALUE]],
    ['a value by its form', createCall('text', 'ghp_0123456789abcdef'), [VALUE]],
    ['a value that has one in it', createCall('text', 'curl -H "Authorization: Bearer sk-0123456789abcdef"'), [VALUE]],
    ['a value inside of a value', createCall('body', { list: [{ password: 'x' }] }), [`${VALUE}.list[0].password`]],
    ['everything below a secret', createCall('credentials', { a: 'b' }), [`${VALUE}.a`]],
    ['a password in a URL', createCall('url', 'see https://me:hunter2@example.com/'), [VALUE]],
    ['a template with one in it', createCall('header', 'Bearer abcdef {user}', 'template'), [VALUE]],
    [
      'variables of the environment',
      createProgram([], { GITHUB_TOKEN: 'x', OTHER: 'sk-0123456789abcdef', LANG: 'C' }),
      ['$.hooks[0].action.parameters.env.GITHUB_TOKEN', '$.hooks[0].action.parameters.env.OTHER'],
    ],
    [
      'arguments',
      createProgram(['--token', 'x', '--password=y', 'Authorization: Bearer z', 'ghp_0123456789abcdef', 'plain']),
      [1, 2, 3, 4].map((index) => `$.hooks[0].action.parameters.args[${index}]`),
    ],
  ])('takes out %s', (_name, hook, paths) => {
    expect(read([hook]).removed).toEqual(paths);
  });

  it('takes secrets out of agents, and says where they were', () => {
    const agent = (parameters: object): Hook =>
      createHook({ type: 'agent', parameters: { operation: 'command', command: 'x', timeout: 30_000, ...parameters } });
    const ask = { type: 'agent', parameters: { operation: 'ask', prompt: 'Go', timeout: 30_000 } } as const;
    const told = createHook({ ...ask, parameters: { ...ask.parameters, system: 'The password is password=geheim' } });
    const { hooks, removed } = read([
      agent({
        args: ['-p', 'Go', '--api-key', 'geheim'],
        env: { API_TOKEN: 'geheim', LANG: 'C' },
        envFrom: ['API_TOKEN'],
      }),
      { ...told, id: 'b' },
    ]);
    expect(hooks[1]?.action.parameters).toMatchObject({ system: '' });
    expect(hooks[0]?.action.parameters).toMatchObject({
      args: ['-p', 'Go', '--api-key', ''],
      env: { API_TOKEN: '', LANG: 'C' },
      envFrom: ['API_TOKEN'],
    });
    expect(removed).toEqual([
      '$.hooks[0].action.parameters.args[3]',
      '$.hooks[0].action.parameters.env.API_TOKEN',
      '$.hooks[1].action.parameters.system',
    ]);
  });

  it('leaves nothing of what it takes out', () => {
    const hook = createProgram(['--token', 'geheim1', '--password=geheim2'], { KEY: 'geheim3' });
    const { text, removed } = exportHooks([hook, { ...createCall('secret', ['geheim4']), id: 'b' }]);
    expect(text).not.toContain('geheim');
    expect(text).toContain('"--token", "", "--password="');
    expect(removed.map(({ hook: id }) => id)).toEqual(['a', 'a', 'a', 'b']);
  });

  it('takes secrets out of the texts of an operation, and leaves where it goes', () => {
    const hook = createGitHub(`Bearer ghp_0123456789abcdef01`);
    expect(read([hook])).toEqual({ hooks: [createGitHub('')], removed: ['$.hooks[0].action.parameters.body'] });
    expect(maskHook(hook).action).toEqual(createGitHub('***').action);
  });

  it.each([
    ['an operation', createGitHub('by {user}')],
    ['numbers', createCall('max_tokens', 1000)],
    ['what a template takes from the context', createCall('token', '{data.token}', 'template')],
    ['a scheme with a value of the context', createCall('authorization', 'Bearer {data.token}', 'template')],
    ['names of context values', createCall('token', 'data.token', 'context')],
    ['the same in a program', createProgram(['--token', '{data.token}', '--key={user}'], { TOKEN: '{data.token}' })],
    ['a flag after a secret flag', createProgram(['--token', '--verbose'])],
    ['ordinary texts', createCall('text', 'the key to success: a token of thanks')],
  ])('keeps %s', (_name, hook) => {
    expect(read([hook])).toEqual({ hooks: [hook], removed: [] });
  });
});

function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, sort(item)]),
  );
}
