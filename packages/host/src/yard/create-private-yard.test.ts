import { createLinkPair, toToolId, type LogLevel } from '@toolyard/core';
import { createFakeClock, createMemoryLog, serveFake } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { BuiltinStarter } from '../ports/host.ts';
import { createPrivateYard } from './create-private-yard.ts';

const TASKS = { mcpServers: { tasks: { type: 'builtin', name: 'tasks' } } } as const;

function createHost(builtins?: Readonly<Record<string, BuiltinStarter>>): Parameters<typeof createPrivateYard>[0] {
  return {
    surroundings: {
      env: { WORD: 'from here' },
      cwd: '/home/me/notes',
      homeDir: '/home/me',
      platform: 'linux',
      userId: 1,
    },
    info: { name: 'a host', version: '1.2.3' },
    clock: createFakeClock(),
    ...(builtins && { builtins }),
  };
}

it('starts a built-in server with what the host passed in, and logs under its key', async () => {
  const log = createMemoryLog();
  const begun = new Promise<(level: LogLevel, text: string) => void>((resolve) => {
    const start: BuiltinStarter = async ({ tell }) => {
      resolve(tell);
      return createLinkPair().near;
    };
    const created = createPrivateYard(createHost({ tasks: start }), TASKS, { log });
    onTestFinished(async () => (await created).stop());
  });
  (await begun)('info', 'told');
  expect(log.lines).toContainEqual({ level: 'info', text: 'told', server: 'tasks' });
});

it('tells the host of many calls, by the method of that host', async () => {
  const tasks: BuiltinStarter = async () => {
    const { near, far } = createLinkPair();
    serveFake(far, { tools: ['add'] });
    return near;
  };
  const told: unknown[] = [];
  const host = {
    ...createHost({ tasks }),
    onManyCalls() {
      told.push(this);
    },
  };
  const yard = await createPrivateYard(host, TASKS);
  onTestFinished(() => yard.stop());
  const { signal } = new AbortController();
  await yard.settled({ signal });
  const call = { tool: toToolId('tasks', 'add'), arguments: {}, origin: 'person' } as const;
  while (told.length === 0) await yard.caller.call(call, signal);
  expect(told).toEqual([host]);
});

it('says which built-in server the host does not have', async () => {
  const yard = await createPrivateYard(createHost(), TASKS);
  onTestFinished(() => yard.stop());
  const given = new AbortController();
  onTestFinished(() => given.abort());
  await yard.settled({ signal: given.signal });
  expect(yard.server('tasks')?.reason).toContain('The built-in server "tasks" is not part of this program.');
});

it('starts the servers that have their variables, unless it is strict, and rejects with codes', async () => {
  const config = { mcpServers: { a: { command: 'c', args: ['$ONE', '$TWO'] }, ...TASKS.mcpServers } };
  const yard = await createPrivateYard(createHost({ tasks: async () => createLinkPair().near }), config);
  onTestFinished(() => yard.stop());
  await yard.settled({ key: 'a', signal: new AbortController().signal });
  expect(yard.server('a')).toMatchObject({ state: 'failed', phase: 'startup', code: 'missing_env_var' });
  expect(yard.server('a')?.reason).toBe('the environment variables ONE and TWO are not set');
  expect(yard.server('tasks')?.state).toBe('starting');
  const codes = (...given: readonly string[]): object => ({
    code: 'config-invalid',
    problems: given.map((code) => expect.objectContaining({ code, path: expect.stringMatching(/^\$/) })),
  });
  const missing = codes('missing_env_var', 'missing_env_var');
  await expect(createPrivateYard(createHost(), config, { strict: true })).rejects.toMatchObject(missing);
  await expect(createPrivateYard(createHost(), { mcpServers: { a: config.mcpServers.a } })).rejects.toMatchObject(
    missing,
  );
  await expect(createPrivateYard(createHost(), { mcpServers: { a: {} } })).rejects.toMatchObject(
    codes('invalid_schema'),
  );
  await expect(createPrivateYard(createHost(), { file: 'no.json' })).rejects.toMatchObject(codes('file_not_found'));
});

it('takes variables and folders from the surroundings, and lists every problem', async () => {
  const configure = (variable: string): Parameters<typeof createPrivateYard>[1] => ({
    mcpServers: { a: { command: 'c', args: [`\${env:${variable}}`], start: 'lazy' } },
  });
  const yard = await createPrivateYard(createHost(), configure('WORD'));
  onTestFinished(() => yard.stop());
  expect(yard.servers()).toMatchObject([{ key: 'a' }]);
  await expect(createPrivateYard(createHost(), configure('OTHER'))).rejects.toThrow('OTHER');
  await expect(createPrivateYard(createHost(), { mcpServers: { a: {}, b: {} } })).rejects.toMatchObject({
    code: 'config-invalid',
    message: expect.stringMatching(/mcpServers\.a[^]*mcpServers\.b/),
  });
  await expect(createPrivateYard(createHost(), { file: 'not-there.json' })).rejects.toThrow(
    '/home/me/notes/not-there.json',
  );
});
