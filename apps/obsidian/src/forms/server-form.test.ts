import { describe, expect, it } from 'vitest';
import { createServerForm, fillForm, toServerForm } from './server-form.ts';

const COMMAND = {
  command: 'npx',
  args: ['-y', 'a b'],
  env: { LOG: 'info', TOKEN: '${input:files-token}' },
  cwd: '/data',
  tools: { exclude: ['x'] },
};
const DOCKER = {
  type: 'http',
  url: 'http://127.0.0.1:39001/mcp',
  docker: {
    image: 'mcp/web',
    containerName: 'web',
    command: ['--x'],
    env: { A: '1' },
    ports: { '3001': 39_001 },
    mounts: ['/a:/b:ro'],
    network: 'none',
  },
};
const URL = { type: 'sse', url: 'https://a.example/sse', headers: { Authorization: '${input:a}' }, timeoutMs: 5000 };

describe('a form', () => {
  it.each([COMMAND, DOCKER, URL, { url: 'https://a.example' }, { docker: { image: 'mcp/time' } }])(
    'gives the definition back that it was filled with: %j',
    (definition) => {
      expect(fillForm(toServerForm('files', definition))).toEqual({ definition, secrets: {} });
    },
  );

  it.each([['--text', 'a\nb'], ['a\rb'], [''], ['a', ''], [' a', 'b '], ['["a"]'], ['[]', '[1]', '['], [' ']])(
    'gives arguments back that lines cannot show: %j',
    (...args) => {
      const command = { command: 'x', args };
      const docker = { docker: { image: 'i', command: args, mounts: args } };
      expect(fillForm(toServerForm('files', command)).definition).toEqual(command);
      expect(fillForm(toServerForm('files', docker)).definition).toEqual(docker);
    },
  );

  it('shows arguments in lines where it can, and takes a JSON list too', () => {
    expect(toServerForm('files', { command: 'x', args: ['-y', '[1]'] }).args).toBe('-y\n[1]');
    expect(toServerForm('files', { command: 'x', args: ['-y', ''] }).args).toBe('["-y",""]');
    const form = { ...createServerForm(), name: 'files', command: 'x' };
    expect(fillForm({ ...form, args: ' ["a b", " c"] ' }).definition).toEqual({ command: 'x', args: ['a b', ' c'] });
    expect(fillForm({ ...form, args: '[a]\n[1]' }).definition).toEqual({ command: 'x', args: ['[a]', '[1]'] });
  });

  it('shows no value of a secret, and keeps it until another one is typed', () => {
    const form = toServerForm('files', COMMAND);
    expect(form.env[1]).toEqual({ name: 'TOKEN', value: '', isSecret: true, secretId: 'files-token' });
    const changed = fillForm({
      ...form,
      env: form.env.map((pair) => ({ ...pair, ...(pair.isSecret && { value: 'new' }) })),
    });
    expect(changed.secrets).toEqual({ 'files-token': 'new' });
    expect(changed.definition).toEqual(COMMAND);
  });

  it('names a new secret after its server, as a secret storage allows', () => {
    const headers = [{ name: 'X-Api_Key', value: 'abc', isSecret: true }];
    const { definition, secrets } = fillForm({
      ...createServerForm(),
      name: 'My.server',
      kind: 'url',
      url: 'https://a.example',
      headers,
    });
    expect(definition).toEqual({ url: 'https://a.example', headers: { 'X-Api_Key': '${input:my-server-x-api-key}' } });
    expect(secrets).toEqual({ 'my-server-x-api-key': 'abc' });
  });

  it('keeps the id of a secret as it is, and takes none for a new one that is used', () => {
    const kept = { command: 'x', env: { A: '${input:github_token}' } };
    const [pair] = toServerForm('gh', kept).env;
    const added = ['X-Y', 'X_Y', 'TOKEN'].map((name) => ({ name, value: name, isSecret: true }));
    const form = { ...toServerForm('gh', kept), env: [{ name: 'A', isSecret: true, ...pair, value: 'new' }, ...added] };
    expect(fillForm(form, ['gh-token'])).toEqual({
      definition: {
        command: 'x',
        env: {
          A: '${input:github_token}',
          'X-Y': '${input:gh-x-y}',
          X_Y: '${input:gh-x-y-2}',
          TOKEN: '${input:gh-token-2}',
        },
      },
      secrets: { github_token: 'new', 'gh-x-y': 'X-Y', 'gh-x-y-2': 'X_Y', 'gh-token-2': 'TOKEN' },
    });
  });

  it('leaves out what is empty, and what another kind has', () => {
    const form = {
      ...toServerForm('files', COMMAND),
      kind: 'docker' as const,
      image: ' mcp/time ',
      args: ' \n',
      env: [],
    };
    expect(fillForm(form).definition).toEqual({ docker: { image: 'mcp/time' }, tools: { exclude: ['x'] } });
  });
});
