import { createLinkPair, type LogLevel } from '@toolyard/core';
import { createFakeClock, createMemoryLog } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { BuiltinStarter } from '../ports/host.ts';
import { createYard } from './create-yard.ts';

const TASKS = { mcpServers: { tasks: { type: 'builtin', name: 'tasks' } } } as const;

function createHost(builtins?: Readonly<Record<string, BuiltinStarter>>): Parameters<typeof createYard>[0] {
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
    const created = createYard(createHost({ tasks: start }), TASKS, { log });
    onTestFinished(async () => (await created).stop());
  });
  (await begun)('info', 'told');
  expect(log.lines).toContainEqual({ level: 'info', text: 'told', server: 'tasks' });
});

it('says which built-in server the host does not have', async () => {
  const yard = await createYard(createHost(), TASKS);
  onTestFinished(() => yard.stop());
  const given = new AbortController();
  onTestFinished(() => given.abort());
  await yard.settled({ signal: given.signal });
  expect(yard.server('tasks')?.reason).toContain('The built-in server "tasks" is no part of this program.');
});

it('takes variables and folders from the surroundings, and lists every problem', async () => {
  const configure = (variable: string): Parameters<typeof createYard>[1] => ({
    mcpServers: { a: { command: 'c', args: [`\${env:${variable}}`], start: 'lazy' } },
  });
  const yard = await createYard(createHost(), configure('WORD'));
  onTestFinished(() => yard.stop());
  expect(yard.servers()).toMatchObject([{ key: 'a' }]);
  await expect(createYard(createHost(), configure('OTHER'))).rejects.toThrow('OTHER');
  await expect(createYard(createHost(), { mcpServers: { a: {}, b: {} } })).rejects.toMatchObject({
    code: 'config-invalid',
    message: expect.stringMatching(/mcpServers\.a[^]*mcpServers\.b/),
  });
  await expect(createYard(createHost(), { file: 'not-there.json' })).rejects.toThrow('/home/me/notes/not-there.json');
});
