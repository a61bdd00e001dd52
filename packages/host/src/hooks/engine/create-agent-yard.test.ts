import { createLocalYard, type LocalYard } from '@toolyard/runtime';
import { createConfiguration, createFakeClock, createFakeLinkStarter } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createAgentYard } from './create-agent-yard.ts';

const { signal } = new AbortController();

/** A yard whose servers, by key, have these tools, and run. */
async function createYard(servers: Readonly<Record<string, readonly string[]>>): Promise<LocalYard> {
  const keys = Object.entries(servers);
  const yard = createLocalYard({
    configuration: createConfiguration(Object.fromEntries(keys.map(([key]) => [key, {}]))),
    links: createFakeLinkStarter(Object.fromEntries(keys.map(([key, tools]) => [key, { tools: [...tools] }]))),
    clock: createFakeClock(),
    log: { write: () => undefined },
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  onTestFinished(() => yard.stop());
  await yard.settled({ signal });
  return yard;
}

it('is the yard of the configuration until a server of another program runs', async () => {
  const own = await createYard({ chat: ['post'] });
  let beside: LocalYard | undefined;
  const both = createAgentYard(own, { yard: () => beside });
  expect(both.servers().map(({ key }) => key)).toEqual(['chat']);
  expect(both.server('vscode/web')).toBeUndefined();
  expect(both.catalogue.find('tools', 'vscode/web:fetch')).toBeUndefined();
  expect(both.catalogue.listOf('tools', 'vscode/web')).toEqual([]);

  beside = await createYard({ 'vscode/web': ['fetch', 'head'] });
  await both.settled({ key: 'vscode/web', signal });
  expect(both.servers().map(({ key, state }) => `${key} ${state}`)).toEqual(['chat running', 'vscode/web running']);
  expect(both.server('vscode/web')?.state).toBe('running');
  expect(both.catalogue.list('tools').map(({ name }) => name)).toEqual(['post', 'fetch', 'head']);
  expect(both.catalogue.listOf('tools', 'vscode/web').map(({ name }) => name)).toEqual(['fetch', 'head']);
  expect(both.catalogue.find('tools', 'vscode/web:fetch')).toMatchObject({ server: 'vscode/web', name: 'fetch' });
  expect(both.catalogue.find('tools', 'chat:post')).toMatchObject({ server: 'chat', name: 'post' });
});

it('shows nothing of a server whose key the configuration has too', async () => {
  const own = await createYard({ chat: ['post'] });
  const beside = await createYard({ chat: ['post', 'wipe'], web: ['fetch'] });
  const both = createAgentYard(own, { yard: () => beside });
  expect(both.servers().map(({ key }) => key)).toEqual(['chat', 'web']);
  expect(both.catalogue.list('tools').map(({ server, name }) => `${server}:${name}`)).toEqual([
    'chat:post',
    'web:fetch',
  ]);
  expect(both.catalogue.listOf('tools', 'chat').map(({ name }) => name)).toEqual(['post']);
  expect(both.catalogue.find('tools', 'chat:wipe')).toBeUndefined();
  expect(both.catalogue.find('tools', 'chat:post')).toBe(own.catalogue.find('tools', 'chat:post'));
});

it('waits for the server that is meant, and for none that nobody has', async () => {
  const own = await createYard({ chat: ['post'] });
  const beside = await createYard({ web: ['fetch'] });
  const waited: string[] = [];
  for (const [name, yard] of Object.entries({ own, beside })) {
    const settled = yard.settled.bind(yard);
    yard.settled = (options) => {
      waited.push(`${name} ${options.key ?? 'all'}`);
      return settled(options);
    };
  }
  const both = createAgentYard(own, { yard: () => beside });
  for (const key of ['chat', 'web', 'nobody']) await both.settled({ key, signal });
  await both.settled({ signal });
  expect(waited).toEqual(['own chat', 'beside web', 'own all', 'beside all']);
});

it('hears calls of both, until it is told not to', async () => {
  const own = await createYard({ chat: ['post'] });
  const beside = await createYard({ web: ['fetch'] });
  const heard: string[] = [];
  const stop = createAgentYard(own, { yard: () => beside }).calls.on(({ type }) => void heard.push(type));
  const call = { arguments: {}, origin: 'hook', session: 's' } as const;
  await own.caller.call({ ...call, tool: 'chat:post' }, signal);
  const ofOwn = heard.length;
  expect(ofOwn).toBeGreaterThan(0);
  await beside.caller.call({ ...call, tool: 'web:fetch' }, signal);
  expect(heard.length).toBe(2 * ofOwn);
  stop();
  await own.caller.call({ ...call, tool: 'chat:post' }, signal);
  await beside.caller.call({ ...call, tool: 'web:fetch' }, signal);
  expect(heard.length).toBe(2 * ofOwn);
});
