import { createValueRedactor } from '@toolyard/core';
import type { Hook } from '@toolyard/hooks';
import { createFakeClock, exampleCall, exampleHook, exampleTask } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { previewRun } from './preview-run.ts';

const SCHEMA = {
  type: 'object',
  required: ['text', 'count'],
  properties: { text: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
};

const program = (args: string[], env = {}): Hook['action'] => ({
  type: 'custom',
  parameters: { command: 'echo', args, env, cwd: 'tools', timeout: 1000 },
});

const redact = createValueRedactor(['hunter22']);

describe('previewRun', () => {
  it('gives the arguments as the schema wants them', async () => {
    const action = exampleCall([
      { toolParam: 'text', source: 'template', value: '{path}!' },
      { toolParam: 'count', source: 'literal', value: '3' },
    ]);
    expect(await previewRun(exampleHook({ action }).hook, { path: 'a' }, { schema: SCHEMA, redact })).toEqual({
      arguments: { text: 'a!', count: 3 },
      problems: [],
    });
  });

  it('gives an operation with its values, and what is wrong with them', async () => {
    const parameters = {
      operation: 'add-comment',
      repository: 'ada/shop',
      baseUrl: 'https://api.github.com',
      tokenEnv: 'GITHUB_TOKEN',
      issue: '{data.issue}',
      body: 'hunter22 of {user}',
      timeout: 1000,
    } as const;
    const { hook } = exampleHook({ action: { type: 'github', parameters } });
    const { timeout: _timeout, ...shown } = parameters;
    expect(await previewRun(hook, { user: 'Ada', data: { issue: '7' } }, { schema: undefined, redact })).toEqual({
      arguments: { ...shown, issue: 7, body: '*** of Ada' },
      problems: [],
    });
    expect(await previewRun(hook, { user: 'Ada', data: { issue: 'x' } }, { schema: undefined, redact })).toEqual({
      problems: ['issue: must be a whole number of at least 1, not x'],
    });
  });

  it('says what has no value', async () => {
    const action = exampleCall([{ toolParam: 'text', source: 'context', value: 'commit' }]);
    expect(await previewRun(exampleHook({ action }).hook, {}, { schema: SCHEMA, redact })).toEqual({
      problems: ['text: "commit" has no value for this event'],
    });
  });

  it('says what the schema refuses, and shows the arguments all the same', async () => {
    const action = exampleCall([{ toolParam: 'count', source: 'literal', value: 0 }]);
    expect(await previewRun(exampleHook({ action }).hook, {}, { schema: SCHEMA, redact })).toEqual({
      arguments: { count: 0 },
      problems: ['text: is required', 'count: must be at least 1, got 0'],
    });
  });

  it('shows no secret, neither in arguments nor in what is wrong with them', async () => {
    const action = exampleCall([
      { toolParam: 'text', source: 'context', value: 'message' },
      { toolParam: 'count', source: 'context', value: 'message' },
    ]);
    const preview = await previewRun(exampleHook({ action }).hook, { message: 'hunter22' }, { schema: SCHEMA, redact });
    expect(preview.arguments).toEqual({ text: '***', count: '***' });
    expect(preview.problems).toHaveLength(1);
    expect(JSON.stringify(preview)).not.toContain('hunter22');
  });

  it('puts values into the words and variables of a program', async () => {
    const { hook } = exampleHook({ action: program(['{path}', '$(rm)'], { WHO: '{user}' }) });
    expect(await previewRun(hook, { path: 'a b', user: '`x`' }, { schema: undefined, redact })).toEqual({
      arguments: { command: 'echo', args: ['a b', '$(rm)'], cwd: 'tools', env: { WHO: '`x`' } },
      problems: [],
    });
    expect(await previewRun(hook, { path: 'a' }, { schema: undefined, redact })).toEqual({
      problems: ['env.WHO: "user" has no value for this event'],
    });
  });
});

describe('a preview of a task for a model', () => {
  const surroundings = { env: {}, cwd: '/', homeDir: '/', platform: 'linux', userId: 0 } as const;
  const host = { surroundings, clock: createFakeClock() };
  const settings = { model: 'a/b' };
  const tools = [{ name: 'read' }, { name: 'wipe', annotations: { destructiveHint: true } }];
  const listTools = (server: string) => (server === 'files' ? tools : undefined);
  const { hook } = exampleHook({ action: exampleTask({ servers: ['files', 'web'] }) });

  it('names the model, the tools that are known, and the servers whose tools are not', async () => {
    const agents = async () => ({
      findModel: async (_: unknown, named: string | undefined) => named ?? 'a/b',
      createRunner: () => expect.fail('Nobody is to be asked.'),
    });
    const agent = { host: { ...host, agents }, settings, listTools };
    expect(await previewRun(hook, { path: 'hunter22' }, { schema: undefined, agent, redact })).toEqual({
      arguments: {
        operation: 'ask',
        prompt: expect.stringContaining('***'),
        servers: ['files', 'web'],
        model: 'a/b',
        offered: ['files:read'],
        unknownServers: ['web'],
      },
      problems: [],
    });
  });

  it('says that no model can be asked, and shows the rest all the same', async () => {
    const agent = { host, settings, listTools };
    expect(await previewRun(hook, { path: 'a' }, { schema: undefined, agent, redact })).toMatchObject({
      arguments: { offered: ['files:read'] },
      problems: ['This program cannot ask models for hooks. Run them with "toolyard".'],
    });
  });
});
