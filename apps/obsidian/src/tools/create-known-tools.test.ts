import { expect, it } from 'vitest';
import { createBench, createFolder, defineServer } from '../../test/fakes/plugin-bench.ts';
import { createKnownTools } from './create-known-tools.ts';

it('knows the tools that servers had when they last ran, also of one with a secret, and starts nothing', async () => {
  const folder = createFolder();
  const toData = (mark: string): object => ({
    mcpServers: [
      defineServer(mark, 'one'),
      { ...defineServer(mark, 'two'), env: { TOKEN: '${input:token}' } },
      { ...defineServer(mark, 'three'), enabled: false },
    ],
  });
  const first = await createBench(toData, folder);
  first.app.answers.secret = 'abc';
  const { yard } = await first.parts.yard.open(['one', 'two']);
  await yard.settled({ signal: new AbortController().signal });
  await first.parts.yard.close();

  const second = await createBench(() => toData(first.mark), folder);
  const tools = createKnownTools(second.parts);
  await tools.recall();
  const { servers, catalogue } = tools.context();
  expect(servers.map(({ key, enabled }) => [key, enabled])).toEqual([
    ['one', true],
    ['two', true],
    ['three', false],
  ]);
  for (const server of ['one', 'two']) {
    expect(catalogue.listOf('tools', server).map(({ name }) => name)).toContain('echo');
    expect(catalogue.find('tools', `${server}:echo`)?.server).toBe(server);
  }
  expect(catalogue.listOf('tools', 'three')).toEqual([]);
  expect(second.parts.yard.opened).toBeUndefined();
});

it('knows what servers had that ran since it looked', async () => {
  const { parts } = await createBench((mark) => ({ mcpServers: [defineServer(mark, 'one')] }));
  const tools = createKnownTools(parts);
  await tools.recall();
  expect(tools.context().catalogue.listOf('tools', 'one')).toEqual([]);
  const { yard } = await parts.yard.open(['one']);
  await yard.settled({ signal: new AbortController().signal });
  await parts.yard.reset();
  await tools.recall();
  expect(tools.context().catalogue.find('tools', 'one:echo')?.server).toBe('one');
});
