import { createLocalYard, type LocalYard } from '@toolyard/runtime';
import { createConfiguration, createFakeClock, createFakeLinkStarter } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createHookYard } from './create-hook-yard.ts';
import { withForeignServers } from './with-foreign-servers.ts';

const { signal } = new AbortController();

function createYard(key: string, ...tools: readonly string[]): LocalYard {
  const yard = createLocalYard({
    configuration: createConfiguration({ [key]: {} }),
    links: createFakeLinkStarter({ [key]: { tools: [...tools] } }),
    clock: createFakeClock(),
    log: { write: () => undefined },
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  onTestFinished(() => yard.stop());
  return yard;
}

it('gives each call to the yard that has the server', async () => {
  const own = createYard('chat', 'post');
  let beside: LocalYard | undefined;
  const both = withForeignServers(createHookYard(own), { yard: () => beside });
  await both.settled('chat', signal);
  expect(both.server('vscode/web')).toBeUndefined();
  beside = createYard('vscode/web', 'fetch');
  await both.settled('vscode/web', signal);
  expect(both.server('vscode/web')?.state).toBe('running');
  expect(both.tool('vscode/web', 'fetch')).toMatchObject({ name: 'fetch' });
  expect(both.tool('chat', 'post')).toMatchObject({ name: 'post' });
  const attempts: string[] = [];
  for (const tool of ['chat:post', 'vscode/web:fetch'] as const) {
    const end = both.onAttempt(tool, (count) => void attempts.push(`${tool} ${count}`));
    const hook = { hook: 'h', run: tool };
    await both.caller.call({ tool, arguments: {}, origin: 'hook', session: 's', hook }, signal);
    end();
  }
  expect(own.calls.history().map(({ tool }) => tool)).toEqual(['chat:post']);
  expect(beside.calls.history().map(({ tool }) => tool)).toEqual(['vscode/web:fetch']);
  expect(new Set(attempts)).toEqual(new Set(['chat:post 1', 'vscode/web:fetch 1']));
});

it('leaves a key that both have to the configuration', async () => {
  const [own, beside] = [createYard('chat', 'post'), createYard('chat', 'other')];
  const both = withForeignServers(createHookYard(own), { yard: () => beside });
  await both.settled('chat', signal);
  await beside.settled({ signal });
  expect(both.tool('chat', 'post')).toBeDefined();
  expect(both.tool('chat', 'other')).toBeUndefined();
});
