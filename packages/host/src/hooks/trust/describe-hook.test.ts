import type { Hook, ParameterMapping } from '@toolyard/hooks';
import { describe, expect, it } from 'vitest';
import { parseAsFile } from '../../configuration/own-file.ts';
import { describeHook } from './describe-hook.ts';

const mapping = (toolParam: string, source: ParameterMapping['source'], value: unknown): ParameterMapping => ({
  toolParam,
  source,
  value,
});

const HOOK: Hook = {
  id: 'announce',
  name: 'Announce a spec',
  enabled: true,
  trigger: { event: 'file.saved', paths: ['specs/**', '!specs/old/**'] },
  action: {
    type: 'mcp',
    parameters: {
      serverId: 'chat',
      toolName: 'post',
      timeout: 30_000,
      parameterMappings: [
        mapping('channel', 'literal', '#specs'),
        mapping('text', 'template', '{feature} by {user}'),
        { ...mapping('branch', 'context', 'branch'), default: 'main' },
      ],
    },
  },
  policy: 'queue',
  debounceMs: 1000,
};

const { servers } = parseAsFile(
  '/project/toolyard.json',
  JSON.stringify({
    mcpServers: { chat: { command: 'npx', args: ['-y', 'chat', '--token', 'hunter2'], env: { CHAT_KEY: 'abc' } } },
  }),
);
const SERVERS = servers.filter(({ key }) => key === 'chat').map((server) => ({ key: server.key, server }));

function withMappings(...parameterMappings: ParameterMapping[]): Hook {
  const { action } = HOOK;
  return action.type === 'mcp'
    ? { ...HOOK, action: { ...action, parameters: { ...action.parameters, parameterMappings } } }
    : HOOK;
}

describe('describeHook', () => {
  it('shows the trigger, the tool, every mapping and what the server is', () => {
    expect(describeHook(HOOK, SERVERS)).toEqual([
      'announce: Announce a spec',
      '  when    file.saved, paths specs/**, !specs/old/**',
      '  calls   chat:post, for at most 30000 ms',
      '    channel  literal "#specs"',
      '    text     template "{feature} by {user}"',
      '    branch   context branch, else "main"',
      '  server  chat',
      '    command  npx',
      '    args     -y chat --token hunter2',
      '    env      CHAT_KEY=abc',
      '    cwd      /project',
    ]);
  });

  it('says that a server is not in the configuration', () => {
    expect(describeHook(HOOK, [{ key: 'chat' }]).at(-1)).toBe('  server  chat: is not in the configuration');
  });

  it('shows an operation with all its parameters, and where it goes', () => {
    const parameters = {
      operation: 'open-issue',
      repository: 'ada/shop',
      baseUrl: 'https://ghe.example.com/api/v3',
      tokenEnv: 'GHE_TOKEN',
      title: 'On {branch}\u202e',
      labels: ['bug'],
      timeout: 5000,
    } as const;
    expect(describeHook({ ...HOOK, action: { type: 'github', parameters } }, []).slice(2)).toEqual([
      '  does    github open-issue, for at most 5000 ms',
      '    repository  "ada/shop"',
      '    baseUrl     "https://ghe.example.com/api/v3"',
      '    tokenEnv    "GHE_TOKEN"',
      '    title       "On {branch}\\u202e"',
      '    labels      ["bug"]',
    ]);
  });

  it('shows a program as its words, its folder and its variables', () => {
    const hook: Hook = {
      ...HOOK,
      action: {
        type: 'custom',
        parameters: {
          command: './check.sh',
          args: ['{path}', 'two words', '; rm -rf ~'],
          cwd: 'tools',
          env: { NAME: '{user}', API_TOKEN: 'hunter2' },
          timeout: 5000,
        },
      },
      policy: 'debounce',
    };
    expect(describeHook(hook, []).slice(2)).toEqual([
      '  policy  debounce, after 1000 ms of quiet',
      '  runs    ./check.sh {path} "two words" "; rm -rf ~"',
      '    env  NAME={user}',
      '         API_TOKEN=hunter2',
      '    cwd  tools',
      '    for at most 5000 ms',
    ]);
  });

  it('shows what would be sent to a chat', () => {
    const parameters = { operation: 'chat' as const, prompt: '/plan {path}', mode: 'agent', timeout: 5000 };
    expect(describeHook({ ...HOOK, action: { type: 'agent', parameters } }, []).slice(2)).toEqual([
      '  does    agent chat, for at most 5000 ms',
      '    prompt  "/plan {path}"',
      '    mode    "agent"',
    ]);
  });

  it('shows a task for a model with every server whose tools it may call', () => {
    const parameters = {
      operation: 'ask' as const,
      prompt: 'Look at {path}.\nThen stop.',
      model: 'a/b',
      tools: ['chat:post', 'mail:*'],
      turns: 3,
      timeout: 5000,
    };
    expect(
      describeHook({ ...HOOK, action: { type: 'agent', parameters } }, [...SERVERS, { key: 'mail' }]).slice(2),
    ).toEqual([
      '  does    agent ask, for at most 5000 ms',
      '    prompt  "Look at {path}.\\nThen stop."',
      '    model   "a/b"',
      '    tools   ["chat:post","mail:*"]',
      '    turns   3',
      '  server  chat',
      '    command  npx',
      '    args     -y chat --token hunter2',
      '    env      CHAT_KEY=abc',
      '    cwd      /project',
      '  server  mail: is not in the configuration',
    ]);
  });

  it('hides no value, whatever it looks like', () => {
    const lines = describeHook(
      withMappings(
        mapping('apiKey', 'template', '{data.key}'),
        mapping('api_key', 'literal', 'hunter2'),
        mapping('options', 'literal', { auth: { password: 'hunter2', user: 'me' }, list: ['ghp_0123456789abcdef'] }),
        mapping('header', 'template', 'Bearer abcdefgh'),
      ),
      [],
    );
    expect(lines.slice(3, 7)).toEqual([
      '    apiKey   template "{data.key}"',
      '    api_key  literal "hunter2"',
      '    options  literal {"auth":{"password":"hunter2","user":"me"},"list":["ghp_0123456789abcdef"]}',
      '    header   template "Bearer abcdefgh"',
    ]);
  });

  it('escapes what a hostile file holds', () => {
    const hook = withMappings(mapping('te\u001b[2Jxt', 'literal', '\u202eevil\u0000'));
    const shown = describeHook(
      { ...hook, name: 'a\u001b[1A\nb', trigger: { event: 'manual', if: { 'x\u0007': null } } },
      SERVERS,
    );
    expect(shown[0]).toBe('announce: a\\u001b[1A\\u000ab');
    expect(shown[1]).toBe('  when    manual, if "x\\u0007" is null');
    expect(shown[3]).toBe('    "te\\u001b[2Jxt"  literal "\\u202eevil\\u0000"');
  });

  it.each<[Hook['trigger'], string]>([
    [{ event: 'git.committed', if: { branch: ['main', 'dev'] } }, 'git.committed, if branch is "main" or "dev"'],
    [
      { event: 'hook.ended', if: { hook: { not: 'b' }, status: { is: 'error' }, 'result.id': { exists: true } } },
      'hook.ended, if hook is not "b" and status is "error" and result.id is there',
    ],
    [
      { event: 'file.saved', if: { user: { matches: 'a*', exists: false } }, batch: true },
      'file.saved, if user matches a* and user is not there, once for all changes that settle together',
    ],
    [
      { event: 'agent', agent: 'speckit', operation: 'plan', timing: 'after' },
      'agent, agent "speckit", operation "plan", timing "after"',
    ],
  ])('describes the trigger %j', (trigger, text) => {
    expect(describeHook({ ...HOOK, trigger }, SERVERS)[1]).toBe(`  when    ${text}`);
  });
});
